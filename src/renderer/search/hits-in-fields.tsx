/**
 * Marks the search hits in the fields of an open note. When the note opens, the caret is after the first hit;
 * two buttons and F3 go to the next ones from the caret. Hits are not selected, because the next key would
 * replace them.
 */
import { makeStyles } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronUpRegular } from '@fluentui/react-icons/svg/chevron-up';
import { useAtomValue } from 'jotai';
import {
  type JSX,
  type MouseEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import type { NoteContent } from '#shared/note/note.ts';
import { IconButton } from '../components/icon-button.tsx';
import { commandOf } from '../keyboard/shortcuts.ts';
import { tokens } from '../theme/theme.ts';
import { type FieldHit, hitFrom, hitsIn } from './field-hits.ts';
import { HitMarks } from './hit-marks.tsx';
import { queryAtom } from './query.ts';
import { scrollToHit } from './scroll-to-hit.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS },
  place: {
    marginRight: tokens.spacingHorizontalXS,
    fontSize: '12px',
    lineHeight: '16px',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
  },
});

type Field = RefObject<HTMLTextAreaElement | null>;

const NONE: readonly FieldHit[] = [];

interface HitsInFieldsProps {
  readonly titleRef: Field;
  readonly textRef: Field;
  /** The fields' visible words. */
  readonly content: NoteContent;
}

/** Must be mounted anew when the fields get other words. */
export function HitsInFields({ titleRef, textRef, content }: HitsInFieldsProps): JSX.Element | null {
  const styles = useStyles();
  const query = useAtomValue(queryAtom);
  // Deferred, because searching a long text must not delay typing.
  const counted = useDeferredValue(content);
  const hits = useMemo(() => hitsIn(counted, query), [counted, query]);
  const [current, setCurrent] = useState(0);
  const byField = useMemo(() => Object.groupBy(hits, ({ field }) => field), [hits]);
  const currentHit = hits[Math.min(current, hits.length - 1)];
  const fieldOf = (hit: FieldHit): HTMLTextAreaElement | null =>
    hit.field === 'title' ? titleRef.current : textRef.current;

  /** @param focused whether to focus the field; a caret is visible only with the focus */
  const show = (index: number, hit: FieldHit, focused: boolean): void => {
    const field = fieldOf(hit);
    if (field === null) return;
    setCurrent(index);
    if (focused) field.focus({ preventScroll: true });
    field.setSelectionRange(hit.end, hit.end);
    scrollToHit(field, hit);
  };
  const step = (by: 1 | -1, focused: boolean): void => {
    const now = hitsIn(content, query);
    const index = hitFrom(now, caretIn(titleRef.current, textRef.current) ?? now[current], by);
    const hit = now[index];
    if (hit !== undefined) show(index, hit, focused);
  };

  const showFirst = useEffectEvent(() => {
    const [first] = hits;
    if (first === undefined || document.activeElement !== textRef.current) return;
    show(0, first, true);
    // The caret has left the text's end, so the text scrolls back to its beginning.
    if (first.field === 'title') textRef.current?.scrollTo({ top: 0 });
  });
  useEffect(() => {
    // Runs after the dialog's effects, which put the caret at the end of the text.
    queueMicrotask(() => showFirst());
  }, []);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event, 'next-hit', 'previous-hit');
    if (hits.length === 0 || command === null || !isInForm(event.target, textRef.current)) return;
    event.preventDefault();
    step(command === 'previous-hit' ? -1 : 1, true);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  if (hits.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps a press from taking the focus
    <div className={styles.root} onMouseDown={(event) => event.preventDefault()}>
      <HitMarks fieldRef={titleRef} text={counted.title} hits={byField.title ?? NONE} current={currentHit} />
      <HitMarks fieldRef={textRef} text={counted.text} hits={byField.text ?? NONE} current={currentHit} />
      <output className={styles.place}>
        {Math.min(current, hits.length - 1) + 1} of {hits.length}
      </output>
      <IconButton
        small
        name="Previous result"
        icon={<ChevronUpRegular />}
        shortcut="Shift+F3"
        onClick={(event) => step(-1, isByPointer(event))}
      />
      <IconButton
        small
        name="Next result"
        icon={<ChevronDownRegular />}
        shortcut="F3"
        onClick={(event) => step(1, isByPointer(event))}
      />
    </div>
  );
}

/** After a click, the caret stays in its field. After a key, the button keeps the focus for the next. */
function isByPointer(event: MouseEvent): boolean {
  return event.detail > 0;
}

/** The range of the caret or the selection, if it is in one of the fields. */
function caretIn(title: HTMLTextAreaElement | null, text: HTMLTextAreaElement | null): FieldHit | null {
  const field = document.activeElement === title ? title : document.activeElement === text ? text : null;
  if (field === null) return null;
  return { field: field === title ? 'title' : 'text', start: field.selectionStart, end: field.selectionEnd };
}

function isInForm(target: EventTarget | null, field: HTMLTextAreaElement | null): boolean {
  return target instanceof Node && field?.form?.contains(target) === true;
}
