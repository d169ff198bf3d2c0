/** The words of an earlier version in place of the sheet, with their differences from the version before. */
import { Button, makeStyles } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons/svg/copy';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import type { EarlierRow } from '#shared/note/history.ts';
import type { NoteContent } from '#shared/note/note.ts';
import { useDialogStyles } from '../../components/dialog-styles.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { nowAtom } from '../../state/clock.ts';
import { focusRingInside } from '../../theme/focus.ts';
import { tokens } from '../../theme/theme.ts';
import { copyWords } from '../actions/copy-words.ts';
import { ComparedWords } from './differences.tsx';
import { ON_LIST_BELOW } from './sheet-with-list.ts';
import type { EarlierVersionsState } from './use-earlier-versions.ts';
import { labelOf, sentenceOf } from './version-labels.ts';
import { tabOf } from './versions.ts';

const useStyles = makeStyles({
  version: { display: 'flex', flexDirection: 'column', minHeight: '0', minWidth: '0' },
  words: {
    flexGrow: 1,
    overflowY: 'auto',
    padding: '24px 28px 12px',
    ...focusRingInside,
    [ON_LIST_BELOW]: {
      padding: `${tokens.spacingVerticalXL} ${tokens.spacingHorizontalXL} ${tokens.spacingVerticalS}`,
    },
  },
  message: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    lineHeight: '20px',
    color: tokens.colorNeutralForeground2,
  },
  foot: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    padding: '10px 20px 16px 28px',
    [ON_LIST_BELOW]: {
      padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM} ${tokens.spacingHorizontalXL}`,
    },
  },
  facts: {
    flex: '1 1 160px',
    fontSize: '12px',
    lineHeight: '16px',
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    // Puts the buttons on their own row.
    [ON_LIST_BELOW]: { flexBasis: '100%' },
  },
});

interface VersionProps extends Pick<EarlierVersionsState, 'compared' | 'comparisonFailure'> {
  readonly shown: EarlierRow;
  /** Whether typed words are not in the note yet. */
  readonly unsaved: boolean;
  readonly onBack: () => void;
  /** Null if the note is read-only. */
  readonly onRestore: ((content: NoteContent) => void) | null;
}

export function EarlierVersion(props: VersionProps): JSX.Element {
  const { shown, compared, comparisonFailure, unsaved, onBack, onRestore } = props;
  const styles = useStyles();
  const { button } = useDialogStyles();
  const now = useAtomValue(nowAtom);
  const label = labelOf(shown, now);
  const content = compared?.content ?? null;
  const tab = tabOf(shown.version);
  return (
    <div className={styles.version}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard */}
      <div key={tab} role="tabpanel" aria-labelledby={tab} tabIndex={0} className={styles.words}>
        {comparisonFailure !== null && <p className={styles.message}>{comparisonFailure}</p>}
        {compared !== null && <ComparedWords inSheet title={compared.title} text={compared.text} />}
      </div>
      <div className={styles.foot}>
        <span className={styles.facts} title={label.title}>
          {unsaved && onRestore !== null ? UNSAVED : sentenceOf(label)}
        </span>
        <IconButton
          name="Copy"
          icon={<CopyRegular />}
          disabled={content === null}
          onClick={() => content !== null && copyWords(content, 'Version copied')}
        />
        <Button className={button} onClick={onBack}>
          Back to now
        </Button>
        {onRestore !== null && (
          <Button
            appearance="primary"
            className={button}
            disabledFocusable={content === null}
            onClick={() => content !== null && onRestore(content)}
          >
            Restore
          </Button>
        )}
      </div>
    </div>
  );
}

const UNSAVED = 'Your unsaved words are kept as a version.';
