/**
 * A box that finds notes, labels, screens and commands by a few letters. The field keeps the focus; arrows
 * choose, Enter takes.
 */
import { Dialog, DialogSurface, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArchiveRegular } from '@fluentui/react-icons/svg/archive';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import { NoteRegular } from '@fluentui/react-icons/svg/note';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { TagRegular } from '@fluentui/react-icons/svg/tag';
import { useAtomValue } from 'jotai';
import {
  type JSX,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { nameOfNote } from '#shared/note/note.ts';
import { MAX_QUERY_UNITS } from '#shared/note/view.ts';
import { KeyCap } from '../components/key-cap.tsx';
import { keysOf } from '../keyboard/shortcut-groups.ts';
import { labelsAtom } from '../search/labels.ts';
import { selectionAtom } from '../selection/state.ts';
import { openerOfAppDialog } from '../settings/app-dialog.ts';
import { store } from '../state/store.ts';
import { activeOption } from '../components/option-look.ts';
import { tokens } from '../theme/theme.ts';
import { carryOut } from './carry-out.ts';
import { entriesFor, type Entry } from './entries.ts';
import { useFoundNotes } from './use-found-notes.ts';

const useStyles = makeStyles({
  surface: {
    boxSizing: 'border-box',
    width: '560px',
    maxWidth: 'calc(100vw - 24px)',
    // In a small window, Fluent's own dialogs are as wide as the window.
    '@media screen and (max-width: 480px)': { maxWidth: 'calc(100vw - 24px)' },
    margin: '20vh auto auto',
    padding: '0',
    overflow: 'hidden',
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralCardBackground,
    boxShadow: tokens.shadow16,
  },
  box: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: '0 18px',
    color: tokens.colorNeutralForeground3,
  },
  icon: { flexShrink: 0, fontSize: '20px' },
  field: {
    flexGrow: 1,
    minWidth: '0',
    height: '54px',
    padding: '0',
    border: '0',
    outlineStyle: 'none',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    fontSize: '15.5px',
    color: tokens.colorNeutralForeground1,
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
  },
  list: {
    boxSizing: 'border-box',
    maxHeight: 'min(412px, 80vh - 80px)',
    margin: '0',
    padding: tokens.spacingVerticalS,
    overflowY: 'auto',
    borderTop: `1px solid ${tokens.colorCardStroke}`,
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '36px',
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: '14px',
    lineHeight: '20px',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  active: activeOption,
  // As wide as its text: right-to-left names in a full-width row would be far from their icons.
  name: {
    marginRight: 'auto',
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  keys: { display: 'flex', flexShrink: 0, gap: tokens.spacingHorizontalSNudge, alignItems: 'center' },
  where: { flexShrink: 0, fontSize: '13px', color: tokens.colorNeutralForeground3 },
  nothing: {
    display: 'block',
    padding: '16px 18px',
    borderTop: `1px solid ${tokens.colorCardStroke}`,
    fontSize: '14px',
    lineHeight: '20px',
    color: tokens.colorNeutralForeground3,
  },
});

export function GoTo({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const styles = useStyles();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const labels = useAtomValue(labelsAtom);
  const found = useFoundNotes(typed);
  /** Whether Enter was pressed before the notes for the typed words arrived. */
  const isAwaited = useRef(false);
  const [canActOnNotes] = useState(isOnNotes);
  const entries = entriesFor(typed, { canActOnNotes, labels, notes: found.notes });
  const active = Math.min(chosen, entries.length - 1);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[active];
    // Unless an arrow chose another entry, Enter means a note with all of the typed words.
    const isLate = chosen === 0 && found.query !== typed && (entry === undefined || entry.kind === 'note');
    if (step !== undefined) setChosen((active + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter' && (isLate || entry !== undefined)) {
      if (isLate) isAwaited.current = true;
      else if (entry !== undefined) carryOut(entry);
    } else return;
    event.preventDefault();
  };
  const takeAwaited = useEffectEvent(() => {
    if (!isAwaited.current || chosen !== 0 || found.query !== typed) return;
    isAwaited.current = false;
    const [first] = entries;
    if (first !== undefined) carryOut(first);
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- handles an answer when it arrives
  useEffect(() => takeAwaited(), [found]);
  return (
    <Dialog open onOpenChange={(_event, data) => !data.open && onClose()}>
      <DialogSurface aria-label="Go to" className={styles.surface} backdrop={{ appearance: 'dimmed' }}>
        <div className={styles.box}>
          <SearchRegular className={styles.icon} aria-hidden />
          <input
            role="combobox"
            aria-label="Go to a note, label or command"
            aria-expanded={entries.length > 0}
            aria-controls={id}
            aria-autocomplete="list"
            {...(active >= 0 && { 'aria-activedescendant': `${id}${active}` })}
            placeholder="Go to a note, label or command"
            className={styles.field}
            value={typed}
            maxLength={MAX_QUERY_UNITS}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => {
              setTyped(target.value);
              setChosen(0);
              isAwaited.current = false;
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        {entries.length === 0 ? (
          <output className={styles.nothing}>No note, label or command has these letters.</output>
        ) : (
          <Options id={id} entries={entries} active={active} />
        )}
      </DialogSurface>
    </Dialog>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly active: number;
}

function Options({ id, entries, active }: OptionsProps): JSX.Element {
  const styles = useStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it belongs to a text field
    <div id={id} role="listbox" aria-label="Found" className={styles.list}>
      {entries.map((entry, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
        <div
          key={keyOf(entry)}
          ref={index === active ? showInList : null}
          id={`${id}${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element needs a select element around it
          role="option"
          aria-selected={index === active}
          className={mergeClasses(styles.option, index === active && styles.active)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => carryOut(entry)}
        >
          <Shown entry={entry} />
        </div>
      ))}
    </div>
  );
}

function Shown({ entry }: { readonly entry: Entry }): ReactNode {
  const styles = useStyles();
  if (entry.kind === 'command') {
    return (
      <>
        <ChevronRightRegular className={styles.icon} aria-hidden />
        <span className={styles.name}>{entry.command.name}</span>
        <span className={styles.keys} aria-hidden>
          {keysOf(entry.command).map((key) => (
            <KeyCap key={key} small>
              {key}
            </KeyCap>
          ))}
        </span>
      </>
    );
  }
  const isArchived = entry.kind === 'note' && entry.list === 'archived';
  const Icon = entry.kind === 'label' ? TagRegular : isArchived ? ArchiveRegular : NoteRegular;
  return (
    <>
      <Icon className={styles.icon} aria-hidden />
      <bdi className={styles.name}>
        {entry.kind === 'label' ? entry.name : nameOfNote(entry.row.title, entry.row.excerpt)}
      </bdi>
      {isArchived && <span className={styles.where}>Archive</span>}
    </>
  );
}

function showInList(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function keyOf(entry: Entry): string {
  if (entry.kind === 'command') return `command ${entry.command.id}`;
  return entry.kind === 'label' ? `label ${entry.name}` : `note ${entry.row.id}`;
}

/** Whether a note was focused when the box opened, or notes are selected. */
function isOnNotes(): boolean {
  const card = openerOfAppDialog()?.closest('[data-note-id]') ?? null;
  return card !== null || store.get(selectionAtom) !== null;
}
