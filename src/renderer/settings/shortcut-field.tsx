/** A field that records the keys of a shortcut as they are pressed. */
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { KeyCap } from '../components/key-cap.tsx';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { PLATFORM } from '../keyboard/shortcuts.ts';
import { tokens } from '../theme/theme.ts';
import { recordKeys, shownKeys } from './accelerator.ts';
import { callOrShowFailure } from '../toast/notices.ts';

const useStyles = makeStyles({
  root: { position: 'relative' },
  field: {
    minWidth: '156px',
    height: '38px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralCardBackground,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightMedium,
    ':hover': {
      border: `1px solid ${tokens.colorNeutralStroke1}`,
      backgroundColor: tokens.colorNeutralCardBackground,
      color: tokens.colorNeutralForeground1,
    },
  },
  recording: {
    border: `1px solid ${tokens.colorStrokeFocus2}`,
    boxShadow: `0 0 0 1px ${tokens.colorStrokeFocus2}`,
    color: tokens.colorNeutralForeground2,
    ':hover': { border: `1px solid ${tokens.colorStrokeFocus2}` },
  },
  keys: { display: 'flex', gap: tokens.spacingHorizontalXS },
});

interface ShortcutFieldProps {
  readonly accelerator: string | null;
  readonly 'aria-describedby': string;
  readonly onRecord: (accelerator: string) => void;
  /** Called with the reason why the last keys cannot be used, as a sentence, or with null to clear it. */
  readonly onProblem: (reason: string | null) => void;
}

export function ShortcutField(props: ShortcutFieldProps): JSX.Element {
  const { accelerator, onRecord, onProblem } = props;
  const styles = useStyles();
  const [recording, setRecording] = useState(false);
  // Turns the shortcut off meanwhile: otherwise its keys would open a quick note and never arrive here.
  useEffect(() => {
    if (!recording) return undefined;
    const tell = (now: boolean): void => callOrShowFailure('settings:record-keys', now);
    tell(true);
    return () => tell(false);
  }, [recording]);
  const ref = useRef<HTMLDivElement>(null);
  const keys = accelerator === null ? [] : shownKeys(accelerator, PLATFORM);

  const onKeyDown = (event: KeyboardEvent): void => {
    // Tab leaves this field like any other.
    if (!recording || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      setRecording(false);
      onProblem(null);
      return;
    }
    const recorded = recordKeys(event, PLATFORM);
    if (recorded.kind === 'unusable') onProblem(recorded.reason);
    if (recorded.kind !== 'accelerator') return;
    setRecording(false);
    onProblem(null);
    onRecord(recorded.accelerator);
  };

  return (
    <div ref={ref} className={styles.root}>
      <Button
        className={mergeClasses(styles.field, recording && styles.recording)}
        aria-describedby={props['aria-describedby']}
        onClick={() => setRecording(true)}
        onKeyDown={onKeyDown}
        // Releasing the key that began the recording would click the button.
        onKeyUp={(event) => recording && event.preventDefault()}
        onBlur={() => {
          setRecording(false);
          onProblem(null);
        }}
      >
        {recording ? 'Press keys…' : <Keys keys={keys} />}
      </Button>
      <VisuallyHidden as="output">
        {recording ? 'Press the new keys, or Escape to keep the old ones.' : ''}
      </VisuallyHidden>
    </div>
  );
}

function Keys({ keys }: { readonly keys: readonly string[] }): JSX.Element {
  const styles = useStyles();
  return (
    <>
      <VisuallyHidden>Change the shortcut, now {keys.join(' ') || 'none'}</VisuallyHidden>
      <span aria-hidden className={styles.keys}>
        {keys.length === 0 && 'None'}
        {keys.map((key) => (
          <KeyCap key={key}>{key}</KeyCap>
        ))}
      </span>
    </>
  );
}
