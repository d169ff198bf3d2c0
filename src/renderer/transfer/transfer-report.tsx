/** How far an export or import is, and how it ended. */
import { Button, makeStyles, mergeClasses, ProgressBar } from '@fluentui/react-components';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { InfoRegular } from '@fluentui/react-icons/svg/info';
import { useSetAtom } from 'jotai';
import { type JSX, useId } from 'react';
import type { TransferProgress, TransferState } from '#shared/ipc/transfer.ts';
import { IconButton } from '../components/icon-button.tsx';
import { tokens } from '../theme/theme.ts';
import { Problem } from '../components/problem.tsx';
import { importSheetAtom } from './import-sheet-state.ts';
import { endOf, progressWords } from './words.ts';
import { callOrShowFailure } from '../toast/notices.ts';

const useStyles = makeStyles({
  root: {
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    display: 'grid',
    gap: tokens.spacingVerticalMNudge,
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  end: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
    margin: '0',
  },
  icon: { fontSize: '16px', marginTop: tokens.spacingVerticalXXS, color: tokens.colorNeutralForeground3 },
  done: { color: tokens.colorStatusSuccessForeground1 },
  words: { color: tokens.colorNeutralForeground1, fontVariantNumeric: 'tabular-nums' },
  path: {
    display: 'block',
    fontSize: '13px',
    lineHeight: '18px',
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
    userSelect: 'text',
  },
  button: {
    minWidth: '0',
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    flexShrink: 0,
  },
  start: { justifySelf: 'start' },
  // Below the words, beside their icon.
  belowWords: { marginLeft: tokens.spacingHorizontalXXL },
  dismiss: { alignSelf: 'start', margin: '-6px -8px -6px 0' },
});

export function TransferReport({ state }: { readonly state: TransferState }): JSX.Element | null {
  const styles = useStyles();
  const end = endOf(state);
  const openSheet = useSetAtom(importSheetAtom);
  if (state.status === 'running') return <Progress {...state} />;
  if (end === null) return null;
  return (
    <div className={styles.root}>
      <div className={styles.line}>
        {state.status === 'failed' ? (
          <Problem>{end}</Problem>
        ) : (
          <output className={styles.end}>
            {state.status === 'stopped' ? (
              <InfoRegular className={styles.icon} aria-hidden />
            ) : (
              <CheckmarkCircleRegular className={mergeClasses(styles.icon, styles.done)} aria-hidden />
            )}
            <span className={styles.words}>
              {end}
              {pathOf(state) !== null && <span className={styles.path}>{pathOf(state)}</span>}
            </span>
          </output>
        )}
        <IconButton
          small
          className={styles.dismiss}
          name="Dismiss"
          icon={<DismissRegular />}
          onClick={(event) => {
            focusGroup(event.currentTarget);
            callOrShowFailure('transfer:dismiss');
          }}
        />
      </div>
      {state.status === 'imported' && (
        <Button
          className={mergeClasses(styles.button, styles.start, styles.belowWords)}
          onClick={() => openSheet(true)}
        >
          Show report…
        </Button>
      )}
      {state.status === 'exported' && (
        <Button
          className={mergeClasses(styles.button, styles.start, styles.belowWords)}
          onClick={() => callOrShowFailure('transfer:show-export')}
        >
          Show file
        </Button>
      )}
    </div>
  );
}

/** The archive of an export; null if there is none. */
function pathOf(state: TransferState): string | null {
  return state.status === 'exported' ? state.result.file : null;
}

/** Moves the focus to the first button of the group, because this button is removed with what it ends. */
function focusGroup(button: HTMLElement): void {
  button.closest('section')?.querySelector('button')?.focus();
}

function Progress(progress: TransferProgress): JSX.Element {
  const styles = useStyles();
  const id = useId();
  const { done, total } = progress;
  return (
    <div className={styles.root}>
      <div className={styles.line}>
        <span id={id} className={styles.words}>
          {progressWords(progress)}
        </span>
        <Button
          className={styles.button}
          onClick={(event) => {
            focusGroup(event.currentTarget);
            callOrShowFailure('transfer:cancel');
          }}
        >
          Cancel
        </Button>
      </div>
      <ProgressBar aria-labelledby={id} thickness="large" {...(total > 0 && { value: done, max: total })} />
    </div>
  );
}
