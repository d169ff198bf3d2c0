/**
 * The creation box (spec §2): one field until it is clicked, then a title and a text. Clicking or tabbing away, Esc
 * and Ctrl+Enter keep what was typed as a note, or just collapse the box when nothing was. The words stay in the
 * fields until the note is durable.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { NoteContent, Uid } from '#shared/note.ts';
import { SPEC } from '#shared/spec.ts';
import { endsTyping } from '../../components/ends-typing.ts';
import { KeyCap } from '../../components/key-cap.tsx';
import { TextField, TitleField } from '../../components/note-fields.tsx';
import { useAccount } from '../../session/account.ts';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { ON_NARROW } from '../../theme/media.ts';
import { ink } from '../../theme/theme.ts';
import { creationAtom, expandCreation, leaveCreation, typeCreation } from './creation.ts';

const useStyles = makeStyles({
  box: {
    boxSizing: 'border-box',
    position: 'relative',
    maxWidth: '640px',
    margin: '4px auto 28px',
    padding: '10px 16px',
    border: `1px solid ${ink.line}`,
    borderRadius: '14px',
    backgroundColor: ink.card,
    boxShadow: ink.shadow,
    transitionProperty: 'box-shadow, border-color',
    transitionDuration: '160ms',
    ':hover': { border: `1px solid ${ink.controlLine}` },
    ':focus-within': { border: `1px solid ${ink.focus}`, boxShadow: `0 0 0 1px ${ink.focus}` },
    [ON_NARROW]: { margin: '4px 0 16px' },
  },
  expanded: {
    padding: '14px 16px 10px',
    ':focus-within': {
      border: `1px solid ${ink.focus}`,
      boxShadow: `0 0 0 1px ${ink.focus}, ${ink.shadowUp}`,
    },
  },
  title: { marginBottom: '8px' },
  text: { fieldSizing: 'content', maxHeight: '50vh' },
  // 25 px with a line of 21 px centred in it.
  oneLine: {
    minHeight: `${SPEC.creationBoxCollapsedHeight}px`,
    height: '25px',
    padding: '2px 0',
    overflow: 'hidden',
  },
  tall: { minHeight: `${SPEC.creationBoxExpandedHeight}px` },
  foot: {
    display: 'flex',
    justifyContent: 'flex-end',
    marginTop: '6px',
    fontSize: '12px',
    lineHeight: '16px',
    color: ink.quiet,
  },
  hint: {
    position: 'absolute',
    right: '16px',
    top: '50%',
    transform: 'translateY(-50%)',
    pointerEvents: 'none',
    [ON_NARROW]: { display: 'none' },
  },
});

export function CreationBox(): JSX.Element {
  const styles = useStyles();
  const uid = useAccount();
  const boxRef = useRef<HTMLDivElement>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const { content, expanded: open, saving: underWay, restored } = useAtomValue(creationAtom);
  const saving = underWay !== null;
  // The words stay to be seen until they are durable.
  const expanded = open || saving;
  useAway(uid, boxRef, expanded);
  useRestoredFocus(textRef, restored);

  useShortcut(({ key }) => {
    if (key !== 'c') return false;
    expandCreation();
    textRef.current?.focus();
    return true;
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (expanded && endsTyping(event.nativeEvent)) {
      event.preventDefault();
      textRef.current?.focus();
      void leaveCreation(uid);
    } else if (!expanded && event.key === 'Enter') {
      event.preventDefault();
      expandCreation();
    }
  };

  const fields = { content, saving, onType: (typed: NoteContent) => typeCreation(uid, typed) };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the fields inside, in one place
    <div
      ref={boxRef}
      className={mergeClasses(styles.box, expanded && styles.expanded)}
      onKeyDown={onKeyDown}
      data-creation-box
    >
      {expanded && <TitleField {...fields} className={styles.title} />}
      <TextField
        {...fields}
        ref={textRef}
        rows={1}
        className={mergeClasses(styles.text, expanded ? styles.tall : styles.oneLine)}
        onClick={expandCreation}
      />
      {expanded ? (
        <div className={styles.foot}>
          <span>
            <KeyCap small>Esc</KeyCap> or click away to keep
          </span>
        </div>
      ) : (
        <KeyCap small className={styles.hint} aria-hidden>
          C
        </KeyCap>
      )}
    </div>
  );
}

/**
 * Leaves the box for anything outside of it: a click, or focus that goes elsewhere. A box that came back with a
 * draft has not been entered yet, so a dialog that takes the focus at the start leaves it as it is.
 */
function useAway(uid: Uid, boxRef: RefObject<HTMLElement | null>, expanded: boolean): void {
  const entered = useRef(false);
  useEffect(() => {
    if (!expanded) return undefined;
    entered.current = boxRef.current?.contains(document.activeElement) === true;
    const onEvent = (event: Event): void => {
      if (!(event.target instanceof Node)) return;
      if (boxRef.current?.contains(event.target) === true) entered.current = true;
      else if (entered.current || event.type === 'pointerdown') void leaveCreation(uid);
    };
    document.addEventListener('pointerdown', onEvent);
    document.addEventListener('focusin', onEvent);
    return () => {
      document.removeEventListener('pointerdown', onEvent);
      document.removeEventListener('focusin', onEvent);
    };
  }, [uid, boxRef, expanded]);
}

/** Lets somebody go on typing where a crash cut them off, unless they are elsewhere already. */
function useRestoredFocus(textRef: RefObject<HTMLTextAreaElement | null>, restored: number): void {
  useEffect(() => {
    const nobody = document.activeElement === null || document.activeElement === document.body;
    const text = textRef.current;
    if (restored === 0 || text === null || !nobody) return;
    text.focus({ preventScroll: true });
    text.setSelectionRange(text.value.length, text.value.length);
  }, [textRef, restored]);
}
