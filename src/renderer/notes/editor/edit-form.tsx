/**
 * The sheet inside the edit dialog (spec §2): title and text without field borders, as on a card, remarks,
 * for example about unsaved words, and the foot. A note in the trash is read-only.
 */
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons/svg/delete';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { useAtomValue } from 'jotai';
import {
  type FormEvent,
  type JSX,
  type KeyboardEvent,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { withNewlines } from '#shared/text/line-ends.ts';
import type { Marks } from '#shared/note/marks.ts';
import { sameContent } from '#shared/note/note.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { hiddenTicksAtom, hideTicks } from '../../lists/hidden-ticks.ts';
import { listFont } from '../../lists/list-font.ts';
import { ListTextArea } from '../../lists/list-text-area.tsx';
import { commandOf } from '../../keyboard/shortcuts.ts';
import { HitsInFields } from '../../search/hits-in-fields.tsx';
import { queryAtom } from '../../search/query.ts';
import { ON_LOW, ON_NARROW } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { contentAtom, discard, isReadOnly, save, saveAndStay, typeInDialog } from './editor.ts';
import { EditorChips, HashLabels } from './editor-marks.tsx';
import { useNoteActions } from '../actions/use-note-actions.tsx';
import { SheetFoot, type SheetFootProps } from './sheet-foot.tsx';

const useStyles = makeStyles({
  form: { position: 'relative', display: 'flex', flexDirection: 'column', margin: '0', minHeight: '0' },
  heading: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    margin: '0',
    padding: '18px 28px 0',
    fontSize: '13px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground2,
    [ON_NARROW]: { paddingLeft: tokens.spacingHorizontalXL, paddingRight: tokens.spacingHorizontalXL },
  },
  headingIcon: { fontSize: '18px' },
  // In the corner, above the title's first line.
  close: { position: 'absolute', top: '8px', insetInlineEnd: '10px', zIndex: 1 },
  hits: { position: 'absolute', top: '8px', insetInlineEnd: '50px', zIndex: 1 },
  field: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '0',
    paddingLeft: '28px',
    paddingRight: '28px',
    [ON_NARROW]: { paddingLeft: tokens.spacingHorizontalXL, paddingRight: tokens.spacingHorizontalXL },
  },
  titleField: { flexShrink: 0, paddingTop: tokens.spacingVerticalXL },
  textField: {
    paddingTop: tokens.spacingVerticalM,
    '--textHeight': 'min(184px, 30vh)',
    // A short list leaves as much room as plain words.
    minHeight: 'calc(20px + var(--textHeight))',
    [ON_LOW]: { minHeight: '0' },
  },
  // Two lines, because the list of earlier versions takes room.
  shortTextField: { '--textHeight': '46px' },
  // Text that goes on below the field's edge ends in a fade.
  textFrame: {
    timelineScope: '--text',
    '::after': {
      content: '""',
      position: 'absolute',
      // Above the mirror of a list, and its handles.
      zIndex: 1,
      insetInline: '-16px 0',
      bottom: '0',
      height: '28px',
      background: `linear-gradient(to top, ${tokens.colorNeutralCardBackground}, transparent)`,
      pointerEvents: 'none',
      opacity: 0,
      animationName: { from: { opacity: 1 }, '92%': { opacity: 1 }, to: { opacity: 0 } },
      animationTimingFunction: 'linear',
      animationTimeline: '--text',
    },
  },
  caption: {
    flexShrink: 0,
    marginBottom: tokens.spacingVerticalXS,
    fontSize: '11px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground3,
  },
  words: {
    display: 'block',
    boxSizing: 'border-box',
    width: 'calc(100% + 20px)',
    margin: '0 -20px 0 0',
    padding: `0 ${tokens.spacingHorizontalXL} 0 0`,
    border: '0',
    outline: 'none',
    resize: 'none',
    fieldSizing: 'content',
    overflowY: 'auto',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
  },
  title: {
    // Three and a half lines: the half line shows that there are more.
    maxHeight: '98px',
    fontSize: '20px',
    lineHeight: '28px',
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.2px',
  },
  text: {
    flexShrink: 1,
    scrollTimelineName: '--text',
    minHeight: 'var(--textHeight)',
    fontSize: '15px',
    lineHeight: '23px',
    tabSize: 4,
    '--listFont': listFont(15),
  },
  small: {
    minWidth: '64px',
    height: '24px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    fontSize: '12px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightRegular,
  },
  remark: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    minHeight: '24px',
    // Aligns the button's text, not its edge, with the fields.
    margin: '4px 18px 0 28px',
    fontSize: '13px',
    lineHeight: '20px',
    color: tokens.colorNeutralForeground2,
    [ON_NARROW]: {
      margin: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalMNudge} 0 ${tokens.spacingHorizontalXL}`,
    },
  },
  chips: {
    padding: '10px 28px 0',
    [ON_NARROW]: { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXL} 0` },
  },
});

interface EditFormProps extends Omit<SheetFootProps, 'onMark'> {
  readonly onCompare: () => void;
}

export function EditForm(props: EditFormProps): JSX.Element {
  const { note, textRef } = props;
  const styles = useStyles();
  const actions = useNoteActions();
  const { id, shownMarks } = note;
  // Marks apply at once, independently of the typed words.
  const mark = (marks: Marks): void => actions.change(id, marks);
  const titleRef = useRef<HTMLTextAreaElement>(null);
  const [shownPart, setShownPart] = useState<string | null>(null);
  const isSearching = useAtomValue(queryAtom) !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReadOnly(note)) void save();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const command = commandOf(event.nativeEvent, 'save', 'save-and-close');
    if (command === 'save-and-close') submit(event);
    if (command !== 'save') return;
    event.preventDefault();
    if (!isReadOnly(note)) void saveAndStay();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys that bubble from the fields inside
    <form className={styles.form} onSubmit={submit} onKeyDown={onKeyDown}>
      {/* Before the fields, so that Tab leads from the title to the text. The list of earlier versions has
          its own close button. */}
      {!props.showsHistory && (
        <IconButton
          name="Close"
          small
          tooltip={false}
          className={styles.close}
          icon={<DismissRegular />}
          onClick={() => void discard('typed now')}
        />
      )}
      {note.list === 'trashed' && (
        <h2 className={styles.heading}>
          <DeleteRegular className={styles.headingIcon} aria-hidden />
          In the trash
        </h2>
      )}
      <Fields
        note={note}
        titleRef={titleRef}
        textRef={textRef}
        isShort={props.showsHistory}
        onShowPart={setShownPart}
      />
      {!sameContent(note.start, note.base) && (
        <Remark words="Unsaved words from earlier" action="Discard" onAct={() => void discard('all')} />
      )}
      {note.conflictOf !== null && !isReadOnly(note) && (
        <Remark
          words="Conflict copy: two devices changed the same words"
          action="Compare"
          onAct={props.onCompare}
        />
      )}
      {!isReadOnly(note) && <HashLabels shownMarks={shownMarks} textRef={textRef} onMark={mark} />}
      <EditorChips shownMarks={shownMarks} className={styles.chips} />
      {/* After the fields, which it marks as soon as they are in the page. */}
      <div className={styles.hits}>
        {isSearching && <Hits titleRef={titleRef} textRef={textRef} shownPart={shownPart} />}
      </div>
      <SheetFoot {...props} onMark={mark} />
    </form>
  );
}

interface FieldsProps extends Pick<EditFormProps, 'note' | 'textRef'> {
  readonly titleRef: RefObject<HTMLTextAreaElement | null>;
  /** Whether the text may be only two lines high. */
  readonly isShort: boolean;
  readonly onShowPart: (shown: string | null) => void;
}

/** Title and text. Nothing else of the sheet renders again for a key. */
function Fields({ note, titleRef, textRef, isShort, onShowPart }: FieldsProps): JSX.Element {
  const styles = useStyles();
  const content = useAtomValue(contentAtom);
  const readOnly = note.closing || isReadOnly(note);
  // A search hit may be in a hidden line.
  const isSearching = useAtomValue(queryAtom) !== '';
  const startsFolded = useAtomValue(hiddenTicksAtom).has(note.id) && !isSearching;
  const leaveTitle = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    textRef.current?.focus();
  };
  return (
    <>
      <Words label={TEXTS.title} className={styles.titleField}>
        {(fieldId) => (
          <textarea
            id={fieldId}
            ref={titleRef}
            rows={1}
            dir="auto"
            className={mergeClasses(styles.words, styles.title)}
            value={content.title}
            readOnly={readOnly}
            onKeyDown={leaveTitle}
            onChange={({ target }) => typeInDialog({ ...content, title: target.value.replaceAll('\n', ' ') })}
          />
        )}
      </Words>
      <Words label={TEXTS.text} className={mergeClasses(styles.textField, isShort && styles.shortTextField)}>
        {(fieldId) => (
          <ListTextArea
            id={fieldId}
            ref={textRef}
            rows={1}
            dir="auto"
            className={mergeClasses(styles.words, styles.text)}
            frameClassName={styles.textFrame}
            value={content.text}
            readOnly={readOnly}
            startsFolded={startsFolded}
            onFold={(isFolded) => hideTicks(note.id, isFolded)}
            onShowPart={onShowPart}
            onType={(typed) => typeInDialog({ ...content, text: typed })}
          />
        )}
      </Words>
    </>
  );
}

interface WordsProps {
  readonly label: string;
  readonly className: string;
  /** Renders the field. @param id for the label */
  readonly children: (id: string) => JSX.Element;
}

function Words({ label, className, children }: WordsProps): JSX.Element {
  const styles = useStyles();
  const id = useId();
  return (
    <div className={mergeClasses(styles.field, className)}>
      <label htmlFor={id} className={styles.caption}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}

interface RemarkProps {
  readonly words: string;
  readonly action: string;
  readonly onAct: () => void;
}

/** A remark about the words, with the action that it suggests. */
function Remark({ words, action, onAct }: RemarkProps): JSX.Element {
  const styles = useStyles();
  return (
    <div className={styles.remark}>
      <span>{words}</span>
      <Button appearance="subtle" className={styles.small} onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}

interface HitsProps extends Pick<EditFormProps, 'textRef'> {
  readonly titleRef: RefObject<HTMLTextAreaElement | null>;
  /** The text without its hidden lines; null if none are hidden. */
  readonly shownPart: string | null;
}

function Hits({ titleRef, textRef, shownPart }: HitsProps): JSX.Element {
  const { title, text } = useAtomValue(contentAtom);
  const inFields = useMemo(
    () => ({ title, text: shownPart ?? withNewlines(text) }),
    [title, text, shownPart],
  );
  return <HitsInFields titleRef={titleRef} textRef={textRef} content={inFields} />;
}
