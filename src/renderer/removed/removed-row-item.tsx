/** One removed note: its title, how its text begins, when it went, and what can be done about it. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowUndoRegular } from '@fluentui/react-icons/svg/arrow-undo';
import { DeleteDismissRegular } from '@fluentui/react-icons/svg/delete-dismiss';
import { useAtomValue } from 'jotai';
import { type JSX, useId } from 'react';
import type { RemovedRow } from '#shared/view.ts';
import { IconButton } from '../components/icon-button.tsx';
import { formatAge, formatMoment } from '../notes/age.ts';
import { nowAtom } from '../state/clock.ts';
import { ink } from '../theme/theme.ts';

/** More than two lines can hold. */
const SHOWN = 300;

const useStyles = makeStyles({
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

interface RemovedRowItemProps {
  readonly row: RemovedRow;
  readonly onRestore: () => void;
  readonly onForget: () => void;
}

export function RemovedRowItem({ row, onRestore, onForget }: RemovedRowItemProps): JSX.Element {
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
          Removed {removedWhen(row.removedAt, now)}
        </time>
      </div>
      <div className={styles.actions}>
        <IconButton small name="Restore" icon={<ArrowUndoRegular />} onClick={onRestore} />
        <IconButton small name="Delete forever" icon={<DeleteDismissRegular />} onClick={onForget} />
      </div>
    </li>
  );
}

function removedWhen(removedAt: number, now: number): string {
  const age = formatAge(removedAt, now);
  if (age === 'now') return 'just now';
  return /(?:min|h)$/.test(age) ? `${age} ago` : age.replace('Yesterday', 'yesterday');
}
