/** The packages in the app, as a list. Each entry expands to the text of its licence. */
import { makeStyles } from '@fluentui/react-components';
import { type JSX, useEffect, useState } from 'react';
import { focusRingInside } from '../theme/focus.ts';
import { tokens } from '../theme/theme.ts';
import { showFailure } from '../toast/notices.ts';

const useStyles = makeStyles({
  list: {
    margin: '0',
    padding: '0',
    listStyleType: 'none',
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    overflow: 'hidden',
    '& > * + *': { borderTop: `1px solid ${tokens.colorCardStroke}` },
  },
  summary: {
    display: 'flex',
    alignItems: 'baseline',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    cursor: 'pointer',
    listStyleType: 'none',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ...focusRingInside,
  },
  name: {
    minWidth: '0',
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
  },
  version: { color: tokens.colorNeutralForeground3, fontSize: '12px', fontVariantNumeric: 'tabular-nums' },
  licence: {
    marginLeft: 'auto',
    color: tokens.colorNeutralForeground2,
    fontSize: '12px',
    whiteSpace: 'nowrap',
  },
  text: {
    margin: '0',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalL}`,
    fontFamily: 'inherit',
    fontSize: '12px',
    lineHeight: '18px',
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    userSelect: 'text',
  },
});

/** A package in Vite's format, see `src/build/licences.ts`. */
interface Package {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
  readonly text?: string;
}

export function LicenceList(): JSX.Element {
  const styles = useStyles();
  const [packages, setPackages] = useState<readonly Package[]>([]);
  useEffect(() => {
    loadPackages().then(setPackages, showFailure);
  }, []);
  return (
    <ul className={styles.list}>
      {packages.map((one) => (
        <li key={`${one.name} ${one.version}`}>
          <Entry {...one} />
        </li>
      ))}
    </ul>
  );
}

/** @returns the content of a file that the build writes beside this page */
async function loadPackages(): Promise<readonly Package[]> {
  const response = await fetch('./licences.json');
  const packages: readonly Package[] = await response.json();
  return packages;
}

function Entry({ name, version, identifier, text = WITHOUT_TEXT }: Package): JSX.Element {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={styles.name}>{name}</span>
        <span className={styles.version}>{version}</span>
        <span className={styles.licence}>{identifier}</span>
      </summary>
      {open && <p className={styles.text}>{text}</p>}
    </details>
  );
}

const WITHOUT_TEXT = 'The package came without the text of its licence.';
