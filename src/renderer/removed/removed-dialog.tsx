/** The notes that another device deleted for ever (S6): each can be brought back, or given up here, too. */
import { Button, DialogContent, makeStyles, mergeClasses } from '@fluentui/react-components';
import { type JSX, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { RemovedPage } from '#shared/view.ts';
import { call } from '../bridge/client.ts';
import { type Answered, useAnswer } from '../bridge/use-answer.ts';
import { PAGE, readPages } from '../bridge/read-pages.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { focusTopDialog } from '../components/focus-top-dialog.ts';
import { DeleteForeverDialog } from '../notes/delete-forever-dialog.tsx';
import { useAccount } from '../session/account.ts';
import { ink } from '../theme/theme.ts';
import { tellFailure } from '../toast/notices.ts';
import { useNotify } from '../toast/use-notify.tsx';
import { RemovedRowItem } from './removed-row-item.tsx';

const useStyles = makeStyles({
  intro: { margin: '0 0 8px', color: ink.body },
  list: { margin: '0', padding: '0', listStyleType: 'none' },
  content: { maxHeight: 'min(520px, 64vh)', minHeight: '96px' },
  more: { display: 'block', margin: '12px auto 4px' },
});

interface RemovedDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function RemovedDialog({ open, onClose }: RemovedDialogProps): JSX.Element {
  return (
    <DialogFrame open={open} title="Recently removed" onClose={onClose}>
      <Inside />
    </DialogFrame>
  );
}

function Inside(): JSX.Element {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const uid = useAccount();
  const notify = useNotify();
  const [wanted, setWanted] = useState(PAGE);
  const page = useAnswer(useCallback(() => readPages(askRemoved, wanted), [wanted]));
  const [doomed, setDoomed] = useState<number | null>(null);
  const listRef = useRef<HTMLUListElement>(null);
  const rows = page.value?.rows ?? [];
  const keepFocus = useFocusKept(listRef, rows.length);
  const act = (request: Promise<void>, done: string): void => {
    request.then(() => notify({ text: done }), tellFailure);
  };
  return (
    <>
      <DialogContent className={mergeClasses(dialog.scroller, styles.content)}>
        <p className={styles.intro}>{introduction(page)}</p>
        {rows.length > 0 && (
          <ul ref={listRef} className={styles.list}>
            {rows.map((row) => (
              <RemovedRowItem
                key={row.version}
                row={row}
                onRestore={() => act(call('removed:restore', uid, row.version), 'Note restored')}
                onForget={() => setDoomed(row.version)}
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
        open={doomed !== null}
        message="Other devices have removed it already; this device keeps the last copy. It cannot be brought back."
        onAnswer={(confirmed) => {
          if (confirmed && doomed !== null) act(call('removed:forget', uid, doomed), 'Note deleted forever');
          setDoomed(null);
        }}
        onGone={() => requestAnimationFrame(keepFocus)}
      />
    </>
  );
}

function askRemoved(offset: number, limit: number): Promise<RemovedPage> {
  return call('removed:page', offset, limit);
}

function introduction({ value, failure }: Answered<RemovedPage>): string {
  if (failure !== null) return failure;
  if (value === null) return '';
  if (value.total === 0) return 'Nothing is left here.';
  return 'Another device deleted these notes forever. Their last words stay on this device for 30 days.';
}

/**
 * When the row with the focus goes, the focus moves to the one in its place, or stays in the dialog.
 * @returns does so now, where nobody has the focus
 */
function useFocusKept(listRef: RefObject<HTMLUListElement | null>, count: number): () => void {
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
  const follow = useCallback(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const items = listRef.current?.children;
    const item = items?.[Math.min(last.current, items.length - 1)];
    item?.querySelector('button')?.focus();
    focusTopDialog();
  }, [listRef]);
  useEffect(follow, [follow, count]);
  return follow;
}
