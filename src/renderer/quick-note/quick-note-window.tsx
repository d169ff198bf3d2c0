/** The quick note's window: little more than a title and a text. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { useAtomValue } from 'jotai';
import { type JSX, useEffect, useRef } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { KeyCap } from '../components/key-cap.tsx';
import { commandOf } from '../keyboard/shortcuts.ts';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { ListButton } from '../lists/list-button.tsx';
import { FileDrop } from '../drop/file-drop.tsx';
import { TextField, TitleField } from '../notes/editor/note-fields.tsx';
import { hasNoConfirmedAccount } from '#shared/ipc/session.ts';
import { sessionAtom } from '../state/session.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { finishQuickNote, joinFiles, quickNoteAtom, typeQuickNote } from './quick-note.ts';

const useStyles = makeStyles({
  window: {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    height: '100vh',
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  bar: {
    display: 'flex',
    alignItems: 'start',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} 0 0`,
    flexShrink: 0,
  },
  title: {
    padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalXL}`,
    caretColor: tokens.colorStrokeFocus2,
  },
  text: {
    flexGrow: 1,
    minHeight: '0',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXL}`,
    caretColor: tokens.colorStrokeFocus2,
    // Lines fade out where they scroll away; the first and the last line stay clear of the fade.
    maskImage: 'linear-gradient(transparent, #000 6px calc(100% - 6px), transparent)',
  },
  listFoot: { padding: `0 ${tokens.spacingHorizontalXL}` },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    // Aligns the button's icon, not its edge, with the words.
    padding: '2px 20px 6px 14px',
    fontSize: '12px',
    lineHeight: '16px',
    color: tokens.colorNeutralForeground3,
    flexShrink: 0,
  },
  problem: { color: tokens.colorStatusWarningForeground1 },
  dot: {
    display: 'inline-block',
    width: '6px',
    height: '6px',
    marginRight: tokens.spacingHorizontalSNudge,
    verticalAlign: '1px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorStatusSuccessForeground1,
    [ON_FORCED_COLORS]: { backgroundColor: 'CanvasText' },
  },
  keys: { marginLeft: 'auto', whiteSpace: 'nowrap' },
});

const WAITS = 'Sign in to save this as a note. Until then it waits here.';
const WAITS_FOR_ANSWER = 'This waits here until you confirm the account in the main window.';

const FROM_LINK = 'A link wrote this. Delete what you do not want.';

export function QuickNoteWindow(): JSX.Element {
  const styles = useStyles();
  const { content, saving, stored, problem, linked, shownAt } = useAtomValue(quickNoteAtom);
  const session = useAtomValue(sessionAtom);
  const hasNoAccount = hasNoConfirmedAccount(session);
  const waits = session.status === 'signed-in' ? WAITS_FOR_ANSWER : WAITS;
  const textRef = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const text = textRef.current;
    if (shownAt === 0 || text === null) return;
    text.focus();
    text.setSelectionRange(text.value.length, text.value.length);
  }, [shownAt]);

  // On the document, because after a click beside the fields none of them has the focus.
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const fields = { content, saving, onType: typeQuickNote };
  return (
    <main className={styles.window} aria-label="Quick note">
      <VisuallyHidden as="h1">Quick note</VisuallyHidden>
      <div className={mergeClasses(styles.bar, 'quick-note-handle')}>
        <TitleField {...fields} textRef={textRef} className={styles.title} />
        <IconButton
          small
          name="Close"
          tooltip={false}
          icon={<DismissRegular />}
          onClick={() => void finishQuickNote()}
        />
      </div>
      <TextField {...fields} ref={textRef} className={styles.text} footClassName={styles.listFoot} />
      <div className={mergeClasses(styles.foot, 'quick-note-handle')}>
        <ListButton small field={textRef} />
        <output className={mergeClasses(problem !== null && styles.problem)}>
          {problem ?? (linked ? FROM_LINK : hasNoAccount ? waits : stored && <StoredHint />)}
        </output>
        <span className={styles.keys}>
          {/* Without an account the words stay in the window, as WAITS says. */}
          <KeyCap small>Esc</KeyCap> {hasNoAccount ? 'hides it' : 'saves it'}
        </span>
      </div>
      <FileDrop hint="Drop text files to add their words" onDrop={joinFiles} />
    </main>
  );
}

function StoredHint(): JSX.Element {
  const styles = useStyles();
  return (
    <>
      <span className={styles.dot} aria-hidden />
      Saved on this device
    </>
  );
}

function onKeyDown(event: KeyboardEvent): void {
  if (commandOf(event, 'close', 'save-and-close') === null) return;
  event.preventDefault();
  void finishQuickNote();
}
