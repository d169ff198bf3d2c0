/** One note that the cloud refuses: what it is, why in plain words, and what the cloud said. */
import { makeStyles } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { RefusedNote } from '#shared/sync-state.ts';
import { focusRingInside } from '../theme/focus.ts';
import { ink } from '../theme/theme.ts';
import { reasonOf } from './reason.ts';

const useStyles = makeStyles({
  row: {
    display: 'block',
    boxSizing: 'border-box',
    width: '100%',
    padding: '10px 12px',
    border: '0',
    borderRadius: '10px',
    backgroundColor: 'transparent',
    color: ink.strong,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: ink.hover },
    ...focusRingInside,
  },
  name: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: 600,
  },
  reason: { display: 'block', color: ink.body },
  detail: {
    display: 'block',
    marginTop: '2px',
    fontSize: '12px',
    lineHeight: '16px',
    color: ink.quiet,
    overflowWrap: 'anywhere',
  },
});

interface RefusedRowProps {
  readonly note: RefusedNote;
  readonly onOpen: () => void;
}

export function RefusedRow({ note, onOpen }: RefusedRowProps): JSX.Element {
  const styles = useStyles();
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.name} dir="auto">
          {nameOf(note)}
        </span>
        <span className={styles.reason}>{reasonOf(note.reason)}</span>
        {note.reason !== '' && <span className={styles.detail}>{note.reason}</span>}
      </button>
    </li>
  );
}

/** A refused note may hold a megabyte; a line shows no more than this. */
const NAME_SHOWN = 200;

function nameOf({ title, excerpt }: RefusedNote): string {
  const line = [title, ...excerpt.split('\n')].find((candidate) => candidate.trim() !== '');
  return line === undefined ? 'Note without text' : line.slice(0, NAME_SHOWN);
}
