/** The row below a field with ticked lines: their number, and buttons to hide or move them. */
import { Button, makeStyles } from '@fluentui/react-components';
import { type JSX, useDeferredValue, useMemo } from 'react';
import { boxesIn, sortTickedLast } from '#shared/text/list-lines.ts';
import { TickedToggle } from './ticked-toggle.tsx';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexGrow: 1,
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    // Aligns the last button's text, not its edge, with the words.
    marginRight: '-10px',
  },
  button: {
    minWidth: '64px',
    height: '24px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    fontSize: '12px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightRegular,
  },
});

interface TickedRowProps {
  /** The whole text. */
  readonly text: string;
  readonly isFolded: boolean;
  readonly onToggle: () => void;
  /** Moves ticked lines to the end; null if that is not possible now. */
  readonly onSort: (() => void) | null;
}

export function TickedRow({ text, isFolded, onToggle, onSort }: TickedRowProps): JSX.Element | null {
  const styles = useStyles();
  // Typing has priority over counting.
  const counted = useDeferredValue(text);
  const count = useMemo(() => boxesIn(counted).filter(({ isTicked }) => isTicked).length, [counted]);
  const isSorted = useMemo(() => count === 0 || sortTickedLast(counted) === counted, [count, counted]);
  if (count === 0) return null;
  return (
    <div className={styles.row}>
      <TickedToggle words={`${count} ticked`} isHiding={isFolded} onToggle={onToggle} />
      {onSort !== null && !isSorted && (
        <Button appearance="subtle" className={styles.button} onClick={onSort}>
          Move ticked to the end
        </Button>
      )}
    </div>
  );
}
