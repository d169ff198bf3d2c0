/** How far an export or import is, and how it ended. */
import { makeStyles, mergeClasses, ProgressBar } from '@fluentui/react-components';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { InfoRegular } from '@fluentui/react-icons/svg/info';
import { type JSX, useId } from 'react';
import type { ImportProblem, TransferProgress, TransferState } from '#shared/transfer.ts';
import { Button } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { ink } from '../theme/theme.ts';
import { Problem } from '../components/problem.tsx';
import {
  brokenHeading,
  endOf,
  LEFT_OUT_HEADING,
  leftOutProblems,
  LOSSES_HEADING,
  progressWords,
  REMARKS_HEADING,
} from './words.ts';
import { callOrShowFailure } from '../toast/notices.ts';

const useStyles = makeStyles({
  root: { padding: '14px 16px', display: 'grid', gap: '10px' },
  line: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px' },
  end: { display: 'grid', gridTemplateColumns: '16px minmax(0, 1fr)', gap: '8px', margin: '0' },
  icon: { fontSize: '16px', marginTop: '2px', color: ink.quiet },
  done: { color: ink.ok },
  words: { color: ink.strong, fontVariantNumeric: 'tabular-nums' },
  path: {
    display: 'block',
    fontSize: '13px',
    lineHeight: '18px',
    color: ink.quiet,
    overflowWrap: 'anywhere',
    userSelect: 'text',
  },
  button: { minWidth: '0', height: '32px', padding: '0 12px', borderRadius: '9px', flexShrink: 0 },
  start: { justifySelf: 'start' },
  // Below the words, beside their icon.
  belowWords: { marginLeft: '24px' },
  dismiss: { alignSelf: 'start', margin: '-6px -8px -6px 0' },
  broken: {
    margin: '0',
    padding: '0',
    listStyleType: 'none',
    maxHeight: '208px',
    overflowY: 'auto',
    border: `1px solid ${ink.line}`,
    borderRadius: '10px',
    backgroundColor: ink.card,
  },
  heading: { margin: '0 0 6px', fontSize: '13px', lineHeight: '18px', fontWeight: 600, color: ink.strong },
  file: {
    padding: '8px 12px',
    fontSize: '13px',
    lineHeight: '18px',
    '& + &': { borderTop: `1px solid ${ink.line}` },
  },
  name: { display: 'block', color: ink.strong, fontWeight: 520, overflowWrap: 'anywhere' },
  reason: { display: 'block', color: ink.body, overflowWrap: 'anywhere' },
});

export function TransferReport({ state }: { readonly state: TransferState }): JSX.Element | null {
  const styles = useStyles();
  const end = endOf(state);
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
        <>
          <Problems heading={brokenHeading(state.result.broken)} problems={state.result.broken} />
          <Problems heading={LEFT_OUT_HEADING} problems={leftOutProblems(state.result)} />
          <Problems heading={LOSSES_HEADING} problems={state.result.losses ?? []} />
          <Problems heading={REMARKS_HEADING} problems={state.result.remarks ?? []} />
          <Button
            className={mergeClasses(
              styles.button,
              styles.start,
              state.result.broken.length === 0 && state.result.losses === undefined && styles.belowWords,
            )}
            onClick={() => callOrShowFailure('transfer:save-report')}
          >
            Save report…
          </Button>
        </>
      )}
      {state.status === 'exported' && (
        <Button
          className={mergeClasses(styles.button, styles.start, styles.belowWords)}
          onClick={() => callOrShowFailure('transfer:show-export')}
        >
          Show the file
        </Button>
      )}
    </div>
  );
}

/** What was written: the archive of an export, the folder of an import's pictures; null if there is none. */
function pathOf(state: TransferState): string | null {
  if (state.status === 'exported') return state.result.file;
  return state.status === 'imported' ? (state.result.pictures?.folder ?? null) : null;
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

interface ProblemsProps {
  readonly heading: string;
  readonly problems: readonly ImportProblem[];
}

function Problems({ heading, problems }: ProblemsProps): JSX.Element | null {
  const styles = useStyles();
  const id = useId();
  if (problems.length === 0) return null;
  return (
    <div>
      <h4 id={id} className={styles.heading}>
        {heading}
      </h4>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <ul aria-labelledby={id} className={styles.broken} tabIndex={0}>
        {problems.map(({ file, reason }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- notes of one title may have lost the same, and the list never changes
          <li key={`${index} ${file}`} className={styles.file}>
            <span className={styles.name} dir="auto">
              {file}
            </span>
            <span className={styles.reason}>{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
