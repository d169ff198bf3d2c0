/**
 * The foot of the sheet: when the note was edited, and its actions. In a small window, those that have no room are
 * under “…”, with the date.
 */
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons/svg/copy';
import { DeleteDismissRegular } from '@fluentui/react-icons/svg/delete-dismiss';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal';
import { useAtomValue } from 'jotai';
import { type JSX, type RefObject, useState } from 'react';
import { TEXTS } from '#shared/base/spec.ts';
import type { Marks } from '#shared/note/marks.ts';
import type { Transition } from '#shared/note/note.ts';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { ListButton } from '../../lists/list-button.tsx';
import { formatDates, formatShortMoment } from '../../state/age.ts';
import { nowAtom } from '../../state/clock.ts';
import { store } from '../../state/store.ts';
import { ON_NARROW, useMedia } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { copyWords } from '../actions/copy-words.ts';
import { OpenMenu } from '../card/card-menu.tsx';
import type { CardMenuItem } from '../card/card-menu-state.ts';
import { LIST_INFO } from '../state/lists.ts';
import { MarkButtons } from './editor-marks.tsx';
import { contentAtom, isReadOnly, type Sheet } from './editor.ts';

/** In a narrower window, the sheet is too narrow for its actions and the date in one row. */
const SMALL = '(width < 704px)';
const ON_SMALL = `@media ${SMALL}` as const;

const useStyles = makeStyles({
  foot: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    // At the sheet's lower edge, even if the sheet is taller than its words.
    marginTop: 'auto',
    padding: '10px 20px 16px 28px',
    [ON_SMALL]: { flexWrap: 'nowrap' },
    [ON_NARROW]: { padding: '8px 16px 14px 20px' },
  },
  facts: {
    display: 'flex',
    flex: '1 0 auto',
    gap: tokens.spacingHorizontalMNudge,
    fontSize: '12px',
    lineHeight: '16px',
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    [ON_SMALL]: { flex: '0 1 auto', minWidth: '0', overflow: 'hidden', whiteSpace: 'nowrap' },
  },
  // Beside the list of earlier versions, there may be too little room for one row.
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalXXS,
    marginLeft: 'auto',
    [ON_SMALL]: { flexShrink: 0, flexWrap: 'nowrap', gap: '0' },
  },
  last: { marginLeft: tokens.spacingHorizontalS },
});

export interface SheetFootProps {
  readonly note: Sheet;
  readonly textRef: RefObject<HTMLTextAreaElement | null>;
  readonly onMark: (marks: Marks) => void;
  readonly onMove: (transition: Transition) => void;
  /** Asks for confirmation first. */
  readonly onDeleteForever: () => void;
  readonly showsHistory: boolean;
  readonly onHistory: () => void;
}

export function SheetFoot(props: SheetFootProps): JSX.Element {
  const { note, textRef, onMark, onMove, onDeleteForever, showsHistory, onHistory } = props;
  const styles = useStyles();
  const button = useDialogStyles().button;
  const { list, shownMarks } = note;
  const readOnly = isReadOnly(note);
  const moves = LIST_INFO[list].moves.map(({ transition, name, icon }) => ({
    name,
    icon,
    act: () => onMove(transition),
  }));
  const further: readonly CardMenuItem[] = [
    ...(readOnly ? [] : moves),
    ...(list === 'trashed'
      ? [{ name: 'Delete forever', icon: DeleteDismissRegular, act: onDeleteForever }]
      : []),
    { name: 'Copy', icon: CopyRegular, act: copy },
    { name: 'Earlier versions', icon: HistoryRegular, act: onHistory },
  ];
  const isSmall = useMedia(SMALL);
  const date = useDate(note);
  return (
    <div className={styles.foot}>
      <Facts note={note} isSmall={isSmall} />
      <div className={styles.actions}>
        {!readOnly && <ListButton field={textRef} />}
        {!readOnly && <MarkButtons shownMarks={shownMarks} canPin={list === 'active'} onMark={onMark} />}
        {isSmall ? (
          <More items={further} heading={date} />
        ) : (
          further.map(({ name, icon: Icon, act }) => (
            <IconButton
              key={name}
              name={name}
              icon={<Icon />}
              aria-expanded={name === 'Earlier versions' ? showsHistory : undefined}
              onClick={({ currentTarget }) => act(currentTarget)}
            />
          ))
        )}
        {readOnly ? (
          <Button
            appearance="primary"
            className={mergeClasses(button, styles.last)}
            onClick={() => onMove('restore')}
          >
            Restore
          </Button>
        ) : (
          <Button type="submit" appearance="primary" className={mergeClasses(button, styles.last)}>
            {TEXTS.save}
          </Button>
        )}
      </div>
    </div>
  );
}

interface MoreProps {
  readonly items: readonly CardMenuItem[];
  readonly heading: string;
}

/** What has no room in the foot of a small window. */
function More({ items, heading }: MoreProps): JSX.Element {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        name="More"
        icon={<MoreHorizontalRegular />}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor((open) => (open === null ? currentTarget : null))}
      />
      {anchor !== null && (
        <OpenMenu anchor={anchor} items={items} heading={heading} onClose={() => setAnchor(null)} />
      )}
    </>
  );
}

function copy(): void {
  copyWords(store.get(contentAtom), 'Note copied');
}

/** When the note was edited, or else created. */
function useDate({ createdAt, editedAt }: Sheet): string {
  const now = useAtomValue(nowAtom);
  return `${editedAt === null ? 'Created' : 'Edited'} ${formatShortMoment(editedAt ?? createdAt, now)}`;
}

interface FactsProps {
  readonly note: Sheet;
  /** Leaves out the date, which the "…" menu has. */
  readonly isSmall: boolean;
}

function Facts({ note, isSmall }: FactsProps): JSX.Element {
  const styles = useStyles();
  const date = useDate(note);
  const { stage, closing } = note;
  return (
    <div className={styles.facts}>
      {!isSmall && <span title={formatDates(note)}>{date}</span>}
      <output>{stage === 'saved' && !closing && 'Saved'}</output>
    </div>
  );
}
