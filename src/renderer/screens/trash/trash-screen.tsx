/** The trash (spec §2). Its notes can be restored or deleted forever, but not edited. */
import { Button, Link, makeStyles } from '@fluentui/react-components';
import { DeleteDismissRegular } from '@fluentui/react-icons/svg/delete-dismiss';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { useAtomValue, useSetAtom } from 'jotai';
import { type JSX, useEffect } from 'react';
import { formatCount } from '#shared/base/count.ts';
import { isEmptySearch } from '#shared/note/view.ts';
import { useAnswer } from '../../bridge/use-answer.ts';
import { NoteList } from '../../notes/list/note-list.tsx';
import { toDeleteAtom } from '../../notes/state/to-delete.ts';
import { viewAtom } from '../../notes/state/views.ts';
import { allOf } from '../../selection/selection.ts';
import { useAccount } from '../../session/account.ts';
import { openSettingsAt } from '../../settings/app-dialog.ts';
import { settingsAtom } from '../../settings/state.ts';
import { tokens } from '../../theme/theme.ts';
import { readTotal, REMOVED_TITLE, removedOpenerAtom } from './removed.ts';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalXS,
    margin: '0 0 12px -12px',
    ':empty': { margin: '0' },
  },
  stay: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: '13px',
    lineHeight: '20px',
    color: tokens.colorNeutralForeground3,
  },
  change: { fontSize: 'inherit', lineHeight: 'inherit', color: tokens.colorBrandForegroundLink },
  entry: {
    maxWidth: '100%',
    height: '36px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: '13px',
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorSubtleBackgroundHover },
  },
});

export function TrashScreen(): JSX.Element {
  const styles = useStyles();
  return (
    <>
      <Stay />
      <div className={styles.row}>
        <EmptyTrash />
        <RemovedNotes />
      </div>
      <NoteList list="trashed" />
    </>
  );
}

/**
 * Says how long notes stay in the trash, with a link to that setting. Hidden until that is known, and in a
 * search.
 */
function Stay(): JSX.Element | null {
  const styles = useStyles();
  const uid = useAccount();
  const trash = useAtomValue(settingsAtom)?.trash;
  const { content } = useAtomValue(viewAtom('trashed'));
  if (!trash || trash.uid !== uid || (content !== null && !isEmptySearch(content))) return null;
  return (
    <div className={styles.stay}>
      {trash.emptyAfter === null
        ? 'Notes stay here until you delete them.'
        : `Notes are deleted forever after ${trash.emptyAfter} days in the trash.`}{' '}
      <Link
        inline
        className={styles.change}
        aria-label="Change when the trash is emptied"
        aria-haspopup="dialog"
        onClick={() => openSettingsAt('trash')}
      >
        Change
      </Link>
    </div>
  );
}

/**
 * Deletes everything in the trash, after a question. Hidden during a search, when it would seem to delete
 * only the hits.
 */
function EmptyTrash(): JSX.Element | null {
  const styles = useStyles();
  const { content } = useAtomValue(viewAtom('trashed'));
  const ask = useSetAtom(toDeleteAtom);
  if (content === null || content.total === 0 || !isEmptySearch(content)) return null;
  return (
    <Button
      appearance="subtle"
      className={styles.entry}
      icon={<DeleteDismissRegular />}
      aria-haspopup="dialog"
      onClick={() => ask({ selection: allOf({ ...content, list: 'trashed' }) })}
    >
      Empty trash now
    </Button>
  );
}

/** Opens the list of notes that other devices deleted forever, and of words that were never saved. */
function RemovedNotes(): JSX.Element | null {
  const styles = useStyles();
  const setOpener = useSetAtom(removedOpenerAtom);
  // The list closes with the screen.
  useEffect(() => () => setOpener(null), [setOpener]);
  const total = useAnswer(readTotal).value?.total ?? 0;
  if (total === 0) return null;
  return (
    <Button
      appearance="subtle"
      className={styles.entry}
      icon={<HistoryRegular />}
      aria-haspopup="dialog"
      onClick={(event) => setOpener(event.currentTarget)}
    >
      {REMOVED_TITLE} ({formatCount(total)})
    </Button>
  );
}
