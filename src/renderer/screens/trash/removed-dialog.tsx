/**
 * The notes that another device deleted forever (S6). Each can be restored, or deleted here, too. If there are any, the
 * trash has the button that opens this dialog.
 */
import { DialogContent, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowUndoRegular } from '@fluentui/react-icons/svg/arrow-undo';
import { DeleteDismissRegular } from '@fluentui/react-icons/svg/delete-dismiss';
import { useAtom, useAtomValue } from 'jotai';
import { type JSX, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { RemovedPage, RemovedRow } from '#shared/view.ts';
import { Button } from '../../components/button.tsx';
import { call } from '../../bridge/client.ts';
import { PAGE, readPages } from '../../bridge/read-pages.ts';
import { type AnswerState, useAnswer } from '../../bridge/use-answer.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { focusTopDialog, hasNobodyFocus } from '../../components/focus-guard.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { formatAge, formatMoment } from '../../state/age.ts';
import { DeleteForeverDialog } from '../../notes/actions/delete-forever-dialog.tsx';
import { useAccount } from '../../session/account.ts';
import { nowAtom } from '../../state/clock.ts';
import { ink } from '../../theme/theme.ts';
import { showNotice, showFailure } from '../../toast/notices.ts';
import { readRemoved, removedOpenerAtom } from './removed.ts';

/** More characters than two lines can hold. */
const SHOWN = 300;

const useStyles = makeStyles({
  intro: { margin: '0 0 8px', color: ink.body },
  list: { margin: '0', padding: '0', listStyleType: 'none' },
  content: { maxHeight: 'min(520px, 64vh)', minHeight: '96px' },
  more: { display: 'block', margin: '12px auto 4px' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '12px 0',
    borderTop: `1px solid ${ink.line}`,
  },
  words: { minWidth: '0', overflowWrap: 'anywhere' },
  line: { margin: '0', display: '-webkit-box', WebkitBoxOrient: 'vertical', overflow: 'hidden' },
  title: { WebkitLineClamp: '1', fontWeight: 600, color: ink.strong },
  text: { WebkitLineClamp: '2', color: ink.body, unicodeBidi: 'plaintext' },
  when: {
    display: 'block',
    marginTop: '2px',
    fontSize: '12px',
    lineHeight: '16px',
    color: ink.quiet,
    fontVariantNumeric: 'tabular-nums',
  },
  actions: { display: 'flex', gap: '2px', marginRight: '-6px' },
});

export function RemovedDialog(): JSX.Element {
  const [opener, setOpener] = useAtom(removedOpenerAtom);
  const close = (): void => {
    setOpener(null);
    requestAnimationFrame(() => opener?.focus());
  };
  return (
    <DialogFrame open={opener !== null} title="Recently removed" onClose={close}>
      <RemovedList />
    </DialogFrame>
  );
}

function showNoticeAfter(request: Promise<void>, done: string): void {
  request.then(() => showNotice({ text: done }), showFailure);
}

function RemovedList(): JSX.Element {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const uid = useAccount();
  const [wanted, setWanted] = useState(PAGE);
  const page = useAnswer(useCallback(() => readPages(readRemoved, wanted), [wanted]));
  /** The note that the question asks about before it is deleted. */
  const [toDelete, setToDelete] = useState<RemovedRow | null>(null);
  /** The note that the question names, also while it fades out. */
  const [asked, setAsked] = useState<RemovedRow | null>(null);
  if (toDelete !== null && toDelete !== asked) setAsked(toDelete);
  const listRef = useRef<HTMLUListElement>(null);
  const rows = page.value?.rows ?? [];
  const restoreFocus = useFocusOfRows(listRef, rows.length);
  return (
    <>
      <DialogContent className={mergeClasses(dialog.scroller, styles.content)}>
        <p className={styles.intro}>{introduction(page)}</p>
        {rows.length > 0 && (
          <ul ref={listRef} className={styles.list}>
            {rows.map((row) => (
              <RemovedNote
                key={row.version}
                row={row}
                onRestore={() => showNoticeAfter(call('removed:restore', uid, row.version), 'Note restored')}
                onDelete={() => setToDelete(row)}
              />
            ))}
          </ul>
        )}
        {page.value !== null && page.value.total > rows.length && (
          <Button className={styles.more} onClick={() => setWanted(wanted + PAGE)}>
            Show more
          </Button>
        )}
      </DialogContent>
      <DeleteForeverDialog
        open={toDelete !== null}
        what={asked}
        message="Other devices have removed it already; this device keeps the last copy. It cannot be brought back."
        onAnswer={(confirmed) => {
          if (confirmed && toDelete !== null)
            showNoticeAfter(call('removed:forget', uid, toDelete.version), 'Note deleted forever');
          setToDelete(null);
        }}
        onGone={() => requestAnimationFrame(restoreFocus)}
      />
    </>
  );
}

interface RemovedNoteProps {
  readonly row: RemovedRow;
  readonly onRestore: () => void;
  readonly onDelete: () => void;
}

function RemovedNote({ row, onRestore, onDelete }: RemovedNoteProps): JSX.Element {
  const styles = useStyles();
  const now = useAtomValue(nowAtom);
  const nameId = useId();
  return (
    <li className={styles.row} aria-labelledby={nameId} data-removed={row.version}>
      <div className={styles.words} id={nameId}>
        {row.title !== '' && (
          <p dir="auto" className={mergeClasses(styles.line, styles.title)}>
            {row.title.slice(0, SHOWN)}
          </p>
        )}
        {row.excerpt !== '' && (
          <p dir="auto" className={mergeClasses(styles.line, styles.text)}>
            {row.excerpt.slice(0, SHOWN)}
          </p>
        )}
        <time
          className={styles.when}
          dateTime={new Date(row.removedAt).toISOString()}
          title={formatMoment(row.removedAt)}
        >
          Removed {ageInSentence(row.removedAt, now)}
        </time>
      </div>
      <div className={styles.actions}>
        <IconButton small name="Restore" icon={<ArrowUndoRegular />} onClick={onRestore} />
        <IconButton small name="Delete forever" icon={<DeleteDismissRegular />} onClick={onDelete} />
      </div>
    </li>
  );
}

function introduction({ value, failure }: AnswerState<RemovedPage>): string {
  if (failure !== null) return failure;
  if (value === null) return '';
  if (value.total === 0) return 'Nothing is left here.';
  return 'Another device deleted these notes forever. Their last words stay on this device for 30 days.';
}

function ageInSentence(removedAt: number, now: number): string {
  const age = formatAge(removedAt, now);
  if (age === 'now') return 'just now';
  return /(?:min|h)$/.test(age) ? `${age} ago` : age.replace('Yesterday', 'yesterday');
}

/**
 * When the row with the focus is removed, moves the focus to the row in its place, or else to the dialog.
 * @returns a function that does so now, if nothing has the focus
 */
function useFocusOfRows(listRef: RefObject<HTMLUListElement | null>, count: number): () => void {
  const last = useRef(0);
  useEffect(() => {
    const remember = (event: FocusEvent): void => {
      const item = event.target instanceof Element ? event.target.closest('li') : null;
      if (item !== null && listRef.current?.contains(item) === true)
        last.current = [...listRef.current.children].indexOf(item);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [listRef]);
  const restore = useCallback(() => {
    if (!hasNobodyFocus()) return;
    const items = listRef.current?.children;
    const item = items?.[Math.min(last.current, items.length - 1)];
    item?.querySelector('button')?.focus();
    focusTopDialog();
  }, [listRef]);
  useEffect(restore, [restore, count]);
  return restore;
}
