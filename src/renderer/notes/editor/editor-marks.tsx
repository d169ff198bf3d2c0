/**
 * Pin, colour and labels of the note in the dialog or the creation box: the buttons, the chips, and the
 * labels that `#` in the text offers.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ColorRegular } from '@fluentui/react-icons/svg/color';
import { PinFilled, PinRegular } from '@fluentui/react-icons/svg/pin';
import { TagRegular } from '@fluentui/react-icons/svg/tag';
import { type JSX, type RefObject, useState } from 'react';
import { MOST_LABELS } from '#shared/note/labels.ts';
import type { Marks } from '#shared/note/marks.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { editField } from '../../lists/edit-field.ts';
import { LabelChips } from '../../marks/label-chips.tsx';
import { findHash, type NamedLabel } from '../../search/find-label.ts';
import { LabelHints } from '../../search/label-hints.tsx';
import { placeOf } from '../../search/scroll-to-hit.ts';
import { FORCED_COLORS, useMedia } from '../../theme/media.ts';
import type { ShownMarks } from '../../marks/shown-marks.ts';
import { type MarkMenuName, Picker } from '../actions/mark-menu.tsx';

const useStyles = makeStyles({
  // Many labels must not take the text's room; half a row shows that there are more.
  chips: { flexShrink: 0, maxHeight: '84px', overflowY: 'auto' },
});

interface EditorChipsProps {
  readonly shownMarks: ShownMarks;
  /** Only applied if there is anything to see. */
  readonly className: string;
}

export function EditorChips({ shownMarks: { labels, color }, className }: EditorChipsProps): JSX.Element {
  const styles = useStyles();
  const limited = mergeClasses(styles.chips, className);
  const namesColor = useMedia(FORCED_COLORS) && color !== null;
  const isSeen = labels.length > 0 || namesColor;
  return <LabelChips all labels={labels} color={color} className={isSeen ? limited : undefined} />;
}

interface MarkButtonsProps {
  readonly shownMarks: ShownMarks;
  readonly canPin?: boolean;
  readonly small?: boolean;
  readonly onMark: (marks: Marks) => void;
}

export function MarkButtons({
  shownMarks,
  canPin = true,
  small = false,
  onMark,
}: MarkButtonsProps): JSX.Element {
  const [menu, setMenu] = useState<{ readonly name: MarkMenuName; readonly anchor: Element } | null>(null);
  const toggle = (name: MarkMenuName, anchor: Element): void =>
    setMenu((open) => (open?.anchor === anchor ? null : { name, anchor }));
  return (
    <>
      {canPin && (
        <IconButton
          small={small}
          name={shownMarks.pinned ? 'Unpin' : 'Pin'}
          icon={shownMarks.pinned ? <PinFilled /> : <PinRegular />}
          onClick={() => onMark({ isPinned: !shownMarks.pinned })}
        />
      )}
      <IconButton
        small={small}
        name="Colour"
        icon={<ColorRegular />}
        onClick={({ currentTarget }) => toggle('Colour', currentTarget)}
      />
      <IconButton
        small={small}
        name="Labels"
        icon={<TagRegular />}
        onClick={({ currentTarget }) => toggle('Labels', currentTarget)}
      />
      {menu !== null && (
        <Picker
          menu={menu}
          shownMarks={[shownMarks]}
          isComplete
          onMark={onMark}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}

interface HashLabelsProps {
  readonly shownMarks: ShownMarks;
  readonly textRef: RefObject<HTMLTextAreaElement | null>;
  readonly onMark: (marks: Marks) => void;
}

/**
 * Offers labels after `#`, unless the note has as many as it can have. A chosen label is added to the note,
 * and its name is removed from the text.
 */
export function HashLabels({ shownMarks, textRef, onMark }: HashLabelsProps): JSX.Element | null {
  const choose = (name: string, { start, end }: NamedLabel): void => {
    const field = textRef.current;
    if (field === null) return;
    // If the removed name was between spaces, only one of them stays.
    const isBetween = /^$|\s/u.test(field.value.charAt(start - 1)) && field.value.charAt(end) === ' ';
    editField(field, { start, end: isBetween ? end + 1 : end, insert: '' });
    onMark({ addLabels: [name] });
  };
  if (shownMarks.labelsFixed === true || shownMarks.labels.length >= MOST_LABELS) return null;
  return <LabelHints fieldRef={textRef} find={findHash} canMake edgesOf={edgesOf} onChoose={choose} />;
}

function edgesOf(field: HTMLInputElement | HTMLTextAreaElement, { start }: NamedLabel): DOMRect {
  const rect = field.getBoundingClientRect();
  if (!(field instanceof HTMLTextAreaElement)) return rect;
  const { top, left, height } = placeOf(field, { start, end: start + 1 });
  return new DOMRect(rect.left + left, rect.top + top - field.scrollTop, 0, height);
}
