/**
 * A box that finds notes, labels, screens and commands by a few letters. The field keeps the focus; arrows
 * choose, Enter takes.
 */
import { Dialog, DialogSurface, makeStyles, mergeClasses } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { useAtomValue } from 'jotai';
import {
  createElement,
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
import { isSettingShown, SETTING_IDS, SETTING_NAMES, type SettingId } from '../components/setting-names.ts';
import { keysOf } from '../keyboard/shortcut-groups.ts';
import { labelsAtom } from '../search/labels.ts';
import { selectionAtom } from '../selection/state.ts';
import { openerOfAppDialog, takeEarlyLetters } from '../settings/app-dialog.ts';
import { settingsAtom } from '../settings/state.ts';
import { store } from '../state/store.ts';
import { activeOption } from '../components/option-look.ts';
import { tokens } from '../theme/theme.ts';
import { carryOut } from './carry-out.ts';
import { type Entry, type OfferGroup, offersFor } from './entries.ts';
import { iconOf } from './icons.ts';
import { RANK } from './match.ts';
import { useFoundNotes, useRecentNotes } from './use-found-notes.ts';

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
  group: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalMNudge} ${tokens.spacingVerticalXS}`,
    fontSize: '12px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '0.1px',
    color: tokens.colorNeutralForeground3,
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
  // Lighter grey would be too faint on the active option.
  where: { flexShrink: 0, fontSize: '13px', color: tokens.colorNeutralForeground2 },
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
  /** The key of the entry that an arrow chose. Entries that arrive later do not move the choice. */
  const [chosen, setChosen] = useState<string | null>(null);
  const labels = useAtomValue(labelsAtom);
  const found = useFoundNotes(typed);
  /** Whether Enter was pressed before the notes for the typed words arrived. */
  const isAwaited = useRef(false);
  const [canActOnNotes] = useState(isOnNotes);
  const recent = useRecentNotes();
  const settings = useShownSettings();
  const groups = offersFor(typed, { canActOnNotes, labels, settings, recent, notes: found.notes });
  const offers = groups.flatMap((group) => group.offers);
  const chosenAt = offers.findIndex(({ entry }) => keyOf(entry) === chosen);
  const active = Math.min(Math.max(chosenAt, 0), offers.length - 1);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const offer = offers[active];
    // Unless an arrow chose an entry, Enter means a note with all of the typed words.
    const isLate = chosenAt < 0 && found.query !== typed && (offer === undefined || offer.rank >= RANK.notes);
    if (step !== undefined) {
      const next = offers[(active + step + offers.length) % Math.max(1, offers.length)];
      setChosen(next === undefined ? null : keyOf(next.entry));
    } else if (event.key === 'Enter' && (isLate || offer !== undefined)) {
      if (isLate) isAwaited.current = true;
      else if (offer !== undefined) carryOut(offer.entry);
    } else return;
    event.preventDefault();
  };
  const takeAwaited = useEffectEvent(() => {
    if (!isAwaited.current || chosenAt >= 0 || found.query !== typed) return;
    isAwaited.current = false;
    const [first] = offers;
    if (first !== undefined) carryOut(first.entry);
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
            aria-expanded={offers.length > 0}
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
              setChosen(null);
              isAwaited.current = false;
            }}
            onFocus={() => setTyped(takeEarlyLetters() + typed)}
            onKeyDown={onKeyDown}
          />
        </div>
        {offers.length > 0 && <Options id={id} groups={groups} active={active} />}
        {offers.length === 0 && found.query === typed && (
          <output className={styles.nothing}>Nothing matches</output>
        )}
      </DialogSurface>
    </Dialog>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly groups: readonly OfferGroup[];
  /** The index of the chosen entry among those of all groups. */
  readonly active: number;
}

function Options({ id, groups, active }: OptionsProps): JSX.Element {
  const styles = useStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it belongs to a text field
    <div id={id} role="listbox" aria-label="Found" className={styles.list}>
      {groups.map(({ name, offers }, index) => {
        const above = groups.slice(0, index).flatMap((group) => group.offers).length;
        return (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- options in it, no fields
          <div key={name} role="group" aria-label={name}>
            <div className={styles.group} aria-hidden>
              {name}
            </div>
            {offers.map(({ entry }, at) => (
              <Option
                key={keyOf(entry)}
                id={`${id}${above + at}`}
                entry={entry}
                isActive={above + at === active}
                isFirst={above + at === 0}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isActive: boolean;
  /** Whether it is the first of all. */
  readonly isFirst: boolean;
}

function Option({ id, entry, isActive, isFirst }: OptionProps): JSX.Element {
  const styles = useStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      ref={isActive ? (isFirst ? showWithGroup : showInList) : null}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element needs a select element around it
      role="option"
      aria-selected={isActive}
      className={mergeClasses(styles.option, isActive && styles.active)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => carryOut(entry)}
    >
      {createElement(iconOf(entry), { className: styles.icon, 'aria-hidden': true })}
      <Shown entry={entry} />
    </div>
  );
}

function Shown({ entry }: { readonly entry: Entry }): ReactNode {
  const styles = useStyles();
  const where = whereOf(entry);
  return (
    <>
      {entry.kind === 'label' || entry.kind === 'note' ? (
        <bdi className={styles.name}>{nameOf(entry)}</bdi>
      ) : (
        <span className={styles.name}>{nameOf(entry)}</span>
      )}
      {where !== null && <span className={styles.where}>{where}</span>}
      {entry.kind === 'command' && (
        <span className={styles.keys} aria-hidden>
          {keysOf(entry.command).map((key) => (
            <KeyCap key={key} small>
              {key}
            </KeyCap>
          ))}
        </span>
      )}
    </>
  );
}

function nameOf(entry: Entry): string {
  if (entry.kind === 'command') return entry.command.name;
  if (entry.kind === 'setting') return SETTING_NAMES[entry.id];
  return entry.kind === 'label' ? entry.name : nameOfNote(entry.row.title, entry.row.excerpt);
}

function whereOf(entry: Entry): string | null {
  if (entry.kind === 'setting') return 'Settings';
  if (entry.kind === 'label') return 'Label';
  return entry.kind === 'note' && entry.list === 'archived' ? 'Archive' : null;
}

/** The settings of this device that an entry of their own opens; a command opens the one about the app. */
function useShownSettings(): readonly SettingId[] {
  const state = useAtomValue(settingsAtom);
  return SETTING_IDS.filter((id) => id !== 'about' && state !== null && isSettingShown(id, state));
}

/** With the heading above it. */
function showWithGroup(option: HTMLElement | null): void {
  option?.closest('[role=listbox]')?.scrollTo({ top: 0 });
}

function showInList(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function keyOf(entry: Entry): string {
  if (entry.kind === 'command') return `command ${entry.command.id}`;
  if (entry.kind === 'setting') return `setting ${entry.id}`;
  return entry.kind === 'label' ? `label ${entry.name}` : `note ${entry.row.id}`;
}

/** Whether a note was focused when the box opened, or notes are selected. */
function isOnNotes(): boolean {
  const card = openerOfAppDialog()?.closest('[data-note-id]') ?? null;
  return card !== null || store.get(selectionAtom) !== null;
}
