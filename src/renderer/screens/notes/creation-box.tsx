/**
 * The creation box (spec §2): one field until it is clicked, then a title and a text. Clicking or tabbing
 * away, Esc and Ctrl+Enter save the words as a note, or just collapse an empty box. The words stay in the
 * fields until the note is stored.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import {
  type ComponentProps,
  type JSX,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
} from 'react';
import { type Marks, refusesLabels } from '#shared/note/marks.ts';
import { hasContent, type NoteContent, type Uid } from '#shared/note/note.ts';
import { SPEC } from '#shared/base/spec.ts';
import { focusFallback } from '../../components/focus-guard.ts';
import { KeyCap } from '../../components/key-cap.tsx';
import { swallowPress } from '../../components/press.ts';
import { isOnScrollBar } from '../../notes/state/scroller.ts';
import { ListButton } from '../../lists/list-button.tsx';
import { MOST_LABELS_TEXT } from '../../marks/label-texts.ts';
import { showNotice } from '../../toast/notices.ts';
import { EditorChips, HashLabels, MarkButtons } from '../../notes/editor/editor-marks.tsx';
import { TextField, TitleField } from '../../notes/editor/note-fields.tsx';
import { useAccount } from '../../session/account.ts';
import { commandOf } from '../../keyboard/shortcuts.ts';
import { useAppCommand } from '../../keyboard/use-app-command.ts';
import { store } from '../../state/store.ts';
import { useColumnStyles } from '../../theme/column.ts';
import { ON_NARROW } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { useTint } from '../../theme/tints.ts';
import {
  type CreationBox as Box,
  creationBoxAtom,
  creationComposer,
  expandCreation,
  foldCreation,
  forgetFocus,
  leaveAndTell,
  leaveByPress,
  leaveCreation,
  typeCreation,
} from './creation.ts';
import { focusAfterSave, tellOfNewNote } from './new-note.ts';

const useStyles = makeStyles({
  box: {
    boxSizing: 'border-box',
    position: 'relative',
    marginBottom: '28px',
    padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalL}`,
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralCardBackground,
    boxShadow: tokens.shadow4,
    // No transition: fading a shadow costs time in each frame while the page handles keys and renders the
    // saved note.
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1}` },
    ':focus-within': {
      border: `1px solid ${tokens.colorStrokeFocus2}`,
      boxShadow: `0 0 0 1px ${tokens.colorStrokeFocus2}`,
    },
    [ON_NARROW]: { marginBottom: tokens.spacingVerticalL },
  },
  expanded: {
    padding: '14px 16px 10px',
    ':focus-within': {
      border: `1px solid ${tokens.colorStrokeFocus2}`,
      boxShadow: `0 0 0 1px ${tokens.colorStrokeFocus2}, ${tokens.shadow16}`,
    },
  },
  title: { marginBottom: tokens.spacingVerticalS },
  // As high with a short list as with plain words.
  body: { display: 'flex', flexDirection: 'column' },
  text: { fieldSizing: 'content', maxHeight: '50vh' },
  // A line of 21 px, centred in 25 px.
  oneLine: {
    minHeight: `${SPEC.creationBoxCollapsedHeight}px`,
    height: '25px',
    padding: `${tokens.spacingVerticalXXS} 0`,
    overflow: 'hidden',
  },
  tall: { minHeight: `${SPEC.creationBoxExpandedHeight}px` },
  chips: { padding: `${tokens.spacingVerticalS} 0 ${tokens.spacingVerticalSNudge}` },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    margin: '2px 0 0 -8px',
    fontSize: '12px',
    lineHeight: '16px',
    color: tokens.colorNeutralForeground3,
  },
  buttons: { display: 'flex', flexShrink: 0 },
  // Only if it has room beside the buttons.
  leaving: { '@container (width < 340px)': { display: 'none' } },
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
  const columns = useColumnStyles();
  const uid = useAccount();
  const boxRef = useRef<HTMLDivElement>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const { expanded: open, focus } = useAtomValue(creationBoxAtom);
  const { content, shownMarks, stage } = useAtomValue(creationComposer(uid).atom);
  const saving = stage === 'saving';
  // The words stay visible until they are stored.
  const expanded = open || saving;
  const tint = useTint(shownMarks.color);
  const away = useAway(uid, boxRef, expanded);
  useRequestedFocus(textRef, focus);

  const enter = (): void => {
    expandCreation();
    // Synchronously, because the next key already belongs to the note.
    textRef.current?.focus();
  };
  useAppCommand('new-note', enter);

  /** Focuses the screen, which then gets the next key. */
  const leave = (): void => {
    blurInside(boxRef.current);
    focusFallback();
  };
  const saveAndFocusCard = async (): Promise<void> => {
    const text = textRef.current;
    text?.focus();
    const note = await leaveCreation(uid);
    // The user may have moved on meanwhile, or reopened the box.
    if (note === null || text === null || store.get(creationBoxAtom).expanded) return;
    if (document.activeElement === text) focusAfterSave(note, text);
    else await tellOfNewNote(note);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (expanded && commandOf(event.nativeEvent, 'close', 'save-and-close') !== null) {
      event.preventDefault();
      if (saving || hasContent(creationComposer(uid).composition.content)) void saveAndFocusCard();
      else {
        void leaveCreation(uid);
        leave();
      }
    } else if (!expanded && event.key === 'Enter') {
      event.preventDefault();
      expandCreation();
    } else if (!expanded && event.key === 'Escape') leave();
  };

  const mark = (marks: Marks): void => {
    const composer = creationComposer(uid);
    if (refusesLabels(composer.composition.shownMarks.labels, marks)) showNotice({ text: MOST_LABELS_TEXT });
    composer.apply({ type: 'mark', marks });
  };
  const fields = { content, saving, onType: (typed: NoteContent) => typeCreation(uid, typed) };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys that bubble from the fields inside
    <div
      ref={boxRef}
      className={mergeClasses(columns.column, styles.box, expanded && styles.expanded, ...tint)}
      {...away}
      onKeyDown={onKeyDown}
      data-creation-box
    >
      {expanded && <TitleField {...fields} textRef={textRef} className={styles.title} />}
      <div className={mergeClasses(styles.body, expanded && styles.tall)}>
        <TextField
          {...fields}
          ref={textRef}
          rows={1}
          className={mergeClasses(styles.text, expanded ? styles.tall : styles.oneLine)}
          onFold={foldCreation}
          onClick={expandCreation}
        />
      </div>
      {expanded ? (
        <>
          <HashLabels shownMarks={shownMarks} textRef={textRef} onMark={mark} />
          <EditorChips shownMarks={shownMarks} className={styles.chips} />
          <div className={styles.foot}>
            <div className={styles.buttons}>
              <ListButton small field={textRef} />
              <MarkButtons small shownMarks={shownMarks} onMark={mark} />
            </div>
            <span className={styles.leaving}>
              <KeyCap small>Esc</KeyCap> or click away saves
            </span>
          </div>
        </>
      ) : (
        <KeyCap small className={styles.hint} aria-hidden>
          C
        </KeyCap>
      )}
    </div>
  );
}

/**
 * Leaves the box on a press outside of it, or when the focus moves elsewhere. The focus counts only after the
 * box was entered, so that a dialog that takes the focus at the start does not save a restored draft.
 * @returns handlers of the box. React also calls them for events in its pop-ups, elsewhere in the DOM
 */
function useAway(
  uid: Uid,
  boxRef: RefObject<HTMLElement | null>,
  expanded: boolean,
): Pick<ComponentProps<'div'>, 'onFocus' | 'onPointerDown'> {
  const entered = useRef(false);
  const inside = useRef<Event | null>(null);
  useEffect(() => {
    if (!expanded) return undefined;
    entered.current = boxRef.current?.contains(document.activeElement) === true;
    let isPressed = false;
    // React calls no handlers while it changes the page; the DOM then tells whether the target is in the box.
    const isInside = (event: Event): boolean =>
      event === inside.current ||
      (event.target instanceof Node && boxRef.current?.contains(event.target) === true);
    const onPress = (event: PointerEvent): void => {
      if (isInside(event)) {
        entered.current = true;
        return;
      }
      // A press on the scroll bar does not leave the box: the user scrolls while writing.
      if (isOnScrollBar(event)) return;
      // During a save the user has already left the box, so a press acts on its target.
      if (store.get(creationBoxAtom).expanded && isOnNote(event)) {
        swallowPress();
        blurInside(boxRef.current);
      }
      isPressed = true;
      void leaveByPress(uid).then(() => {
        isPressed = false;
      });
    };
    const onFocus = (event: Event): void => {
      if (isInside(event)) entered.current = true;
      else if (entered.current && !isPressed) void leaveAndTell(uid);
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onFocus);
    };
  }, [uid, boxRef, expanded]);
  const remember = ({ nativeEvent }: SyntheticEvent): void => {
    inside.current = nativeEvent;
  };
  return { onFocus: remember, onPointerDown: remember };
}

/** Whether the press is on a note. While the box is open, such a press only leaves the box. */
function isOnNote({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-note-id], [data-near-note]') !== null;
}

/** Drops the focus, as a press outside of all controls does unless it is swallowed. */
function blurInside(box: HTMLElement | null): void {
  const active = document.activeElement;
  if (active instanceof HTMLElement && box?.contains(active) === true) active.blur();
}

/** Focuses the text if the box was opened from another screen, or with a draft after a crash. */
function useRequestedFocus(textRef: RefObject<HTMLTextAreaElement | null>, focus: Box['focus']): void {
  useEffect(() => {
    const text = textRef.current;
    if (focus === null || text === null) return;
    forgetFocus();
    const nobody = document.activeElement === null || document.activeElement === document.body;
    if ((focus === 'if nobody has it' && !nobody) || document.activeElement === text) return;
    text.focus({ preventScroll: focus !== 'always' });
    text.setSelectionRange(text.value.length, text.value.length);
  }, [textRef, focus]);
}
