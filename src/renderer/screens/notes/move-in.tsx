/**
 * How to import notes from Google Keep, shown while no list has a note: three steps, the last of which drops
 * the archive.
 */
import { Button, makeStyles } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX, MouseEvent } from 'react';
import { LISTS } from '#shared/note/note.ts';
import { countsAtom } from '../../notes/state/views.ts';
import { useAccount } from '../../session/account.ts';
import { focusRing } from '../../theme/focus.ts';
import { tokens } from '../../theme/theme.ts';
import { transferAtom } from '../../transfer/state.ts';
import { callOrShowFailure } from '../../toast/notices.ts';

/** Takeout with only Keep chosen. */
const TAKEOUT = 'https://takeout.google.com/settings/takeout/custom/keep';

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    justifySelf: 'stretch',
    margin: `${tokens.spacingVerticalXXL} 0 0`,
    padding: `${tokens.spacingVerticalXL} ${tokens.spacingHorizontalXXL}`,
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralCardBackground,
    textAlign: 'start',
    textWrap: 'pretty',
    fontSize: '14px',
    lineHeight: '20px',
    color: tokens.colorNeutralForeground2,
  },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalM}`,
    fontSize: '15.5px',
    lineHeight: '21px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  steps: {
    margin: '0',
    padding: '0',
    listStyleType: 'none',
    counterReset: 'step',
    display: 'grid',
    gap: tokens.spacingVerticalMNudge,
  },
  step: {
    display: 'grid',
    gridTemplateColumns: '24px 1fr',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'baseline',
    counterIncrement: 'step',
    '::before': {
      content: 'counter(step)',
      boxSizing: 'border-box',
      height: '24px',
      border: `1px solid ${tokens.colorNeutralStroke1}`,
      borderRadius: tokens.borderRadiusMedium,
      fontSize: '12px',
      lineHeight: '22px',
      fontWeight: tokens.fontWeightSemibold,
      textAlign: 'center',
      color: tokens.colorNeutralForeground1,
    },
  },
  link: { color: tokens.colorBrandForegroundLink, borderRadius: tokens.borderRadiusSmall, ...focusRing },
  // Looks like a drop zone, although the whole window is one.
  target: {
    padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalL}`,
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalL}`,
    margin: `${tokens.spacingVerticalL} 0 0`,
    fontSize: '13px',
    lineHeight: '18px',
    color: tokens.colorNeutralForeground3,
  },
  others: { flex: '1 1 200px' },
});

export function MoveIn(): JSX.Element | null {
  const styles = useStyles();
  const uid = useAccount();
  const counts = useAtomValue(countsAtom);
  const transfer = useAtomValue(transferAtom);
  const isNew = counts !== null && LISTS.every((list) => counts[list] === 0);
  if (!isNew || transfer?.status === 'running') return null;
  return (
    <section className={styles.root} aria-labelledby="move-in">
      <h2 id="move-in" className={styles.heading}>
        Move in from Google Keep
      </h2>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <span>
            Open{' '}
            <a className={styles.link} href={TAKEOUT} onClick={openTakeout}>
              Google Takeout
            </a>
            , choose only Keep, and create an export.
          </span>
        </li>
        <li className={styles.step}>
          <span>Download the .zip when Google mails you that it is ready.</span>
        </li>
        <li className={styles.step}>
          <span className={styles.target}>Drop the .zip anywhere in this window.</span>
        </li>
      </ol>
      <div className={styles.foot}>
        <span className={styles.others}>
          Exports from Simplenote, Joplin, Obsidian, Notesnook and Bear work the same way.
        </span>
        <Button onClick={() => callOrShowFailure('transfer:import', uid, 'files')}>Choose files…</Button>
      </div>
    </section>
  );
}

function openTakeout(event: MouseEvent): void {
  event.preventDefault();
  callOrShowFailure('app:open-external', TAKEOUT);
}
