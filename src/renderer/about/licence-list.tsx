/** The list of the packages that the app contains. Each entry expands to the text of its licence. */
import { makeStyles } from '@fluentui/react-components';
import { type JSX, useState } from 'react';
import { packages, texts } from 'virtual:licences';
import { focusRingInside } from '../theme/focus.ts';
import { ink } from '../theme/theme.ts';

const useStyles = makeStyles({
  list: {
    margin: '0',
    padding: '0',
    listStyleType: 'none',
    border: `1px solid ${ink.line}`,
    borderRadius: '14px',
    backgroundColor: ink.paper,
    overflow: 'hidden',
    '& > * + *': { borderTop: `1px solid ${ink.line}` },
  },
  summary: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '8px',
    padding: '8px 16px',
    cursor: 'pointer',
    listStyleType: 'none',
    ':hover': { backgroundColor: ink.hover },
    ...focusRingInside,
  },
  name: { minWidth: '0', fontWeight: 520, color: ink.strong, overflowWrap: 'anywhere' },
  version: { color: ink.quiet, fontSize: '12px', fontVariantNumeric: 'tabular-nums' },
  licence: { marginLeft: 'auto', color: ink.body, fontSize: '12px', whiteSpace: 'nowrap' },
  text: {
    margin: '0',
    padding: '4px 16px 16px',
    fontFamily: 'inherit',
    fontSize: '12px',
    lineHeight: '18px',
    color: ink.body,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    userSelect: 'text',
  },
});

type Package = (typeof packages)[number];

export function LicenceList(): JSX.Element {
  const styles = useStyles();
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

function Entry({ name, version, licence, text }: Package): JSX.Element {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={styles.name}>{name}</span>
        <span className={styles.version}>{version}</span>
        <span className={styles.licence}>{licence}</span>
      </summary>
      {open && <p className={styles.text}>{text === null ? WITHOUT : texts[text]}</p>}
    </details>
  );
}

const WITHOUT = 'The package came without the text of its licence.';
