/**
 * The side drawer (spec §2, §9). In a wide window, it is 300 px wide while pinned or hovered, else a rail of
 * 75 px. While hovered it covers the notes, so that they do not move under the pointer. In a narrow window,
 * it slides in.
 */
import { mergeClasses } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type FocusEvent, type JSX, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { formatCount } from '#shared/base/count.ts';
import { LISTS, type ListName } from '#shared/note/note.ts';
import { SPEC } from '#shared/base/spec.ts';
import { focusScreen } from '../components/focus-guard.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { countsAtom } from '../notes/state/views.ts';
import { LIST_INFO } from '../notes/state/lists.ts';
import { filtersAtom } from '../search/query.ts';
import { NARROW, useMedia } from '../theme/media.ts';
import { askToRestart, updateAtom } from './update.ts';
import { DrawerLabels, type EntriesProps, useShownLabel } from './drawer-labels.tsx';
import { DRAWER_ID, pinnedAtom, slidInAtom } from './drawer-state.ts';
import { useDrawerStyles } from './drawer-styles.ts';
import { DrawerStatus } from './status.tsx';

const LIST_OF = { notes: 'active', archive: 'archived', trash: 'trashed' } as const;

export function Drawer(): JSX.Element {
  const navigate = useNavigate();
  useShortcut(['notes', 'archive', 'trash'], (command) => {
    void navigate(LIST_INFO[LIST_OF[command]].path);
    return true;
  });
  return useMedia(NARROW) ? <NarrowDrawer /> : <WideDrawer />;
}

function WideDrawer(): JSX.Element {
  const styles = useDrawerStyles();
  const pinned = useAtomValue(pinnedAtom);
  const [hovered, setHovered] = useState(false);
  const [keyboardInside, setKeyboardInside] = useState(false);
  const expanded = pinned || hovered || keyboardInside;
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    setKeyboardInside(event.target.matches(':focus-visible'));
  };
  // While the focus stays inside, the drawer stays expanded: otherwise the focused entry would be hidden.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget)) setKeyboardInside(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering only widens the drawer, as focusing does
    <nav
      id={DRAWER_ID}
      aria-label="Lists"
      className={mergeClasses(
        styles.drawer,
        styles.wide,
        expanded && styles.expanded,
        expanded && !pinned && styles.over,
      )}
      style={{ width: expanded ? SPEC.drawerOpenWidth : SPEC.drawerCollapsedWidth }}
      onPointerEnter={(event) => setHovered(event.pointerType !== 'touch')}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <Entries expanded={expanded} />
      <Foot expanded={expanded} hasStatus />
    </nav>
  );
}

function NarrowDrawer(): JSX.Element {
  const styles = useDrawerStyles();
  const [open, setOpen] = useAtom(slidInAtom);
  const navRef = useRef<HTMLElement>(null);
  const close = (): void => setOpen(false);

  // Closes the slid-in drawer when the window widens.
  useEffect(() => () => setOpen(false), [setOpen]);

  useEffect(() => {
    if (!open) return undefined;
    const opener = document.activeElement;
    const nav = navRef.current;
    nav?.querySelector('a')?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      if (opener instanceof HTMLElement) opener.focus();
      // The button that opened the drawer disappeared together with the action under way.
      if (nav?.contains(document.activeElement)) focusScreen();
    };
  }, [open, setOpen]);

  return (
    <>
      <div className={mergeClasses(styles.scrim, open && styles.scrimOn)} onPointerDown={close} aria-hidden />
      <nav
        ref={navRef}
        id={DRAWER_ID}
        aria-label="Lists"
        inert={!open}
        className={mergeClasses(styles.drawer, styles.narrow, open && styles.slidIn)}
        style={{ width: open ? SPEC.drawerOpenWidth : SPEC.drawerClosedWidth }}
      >
        <Entries expanded onChosen={close} />
        {/* While the drawer is closed, the top bar shows the status. */}
        <Foot expanded hasStatus={open} onChosen={close} />
      </nav>
    </>
  );
}

function Entries({ expanded, onChosen }: EntriesProps): JSX.Element {
  const styles = useDrawerStyles();
  return (
    <div className={styles.entries}>
      <ul className={styles.list}>
        {LISTS.map((list) => (
          <Entry key={list} list={list} expanded={expanded} {...(onChosen && { onChosen })} />
        ))}
      </ul>
      <DrawerLabels expanded={expanded} {...(onChosen && { onChosen })} />
    </div>
  );
}

function Entry({ list, expanded, onChosen }: EntriesProps & { readonly list: ListName }): JSX.Element {
  const styles = useDrawerStyles();
  const counts = useAtomValue(countsAtom);
  const { pathname } = useLocation();
  const shownLabel = useShownLabel();
  const setFilters = useSetAtom(filtersAtom);
  const { name, path, icon, selectedIcon } = LIST_INFO[list];
  // On the page of a label, only the label is selected.
  const here = pathname === path && shownLabel === null;
  const onClick = (): void => {
    // Clears the filter, to go from a label's notes back to all notes.
    if (pathname === path) setFilters([]);
    onChosen?.();
  };
  const Icon = here ? selectedIcon : icon;
  return (
    <li className={mergeClasses(styles.item, here && styles.itemHere)}>
      <Link
        to={path}
        aria-label={name}
        aria-current={here ? 'page' : undefined}
        draggable={false}
        onClick={onClick}
        className={mergeClasses(styles.entry, here && styles.selected)}
      >
        <Icon className={styles.icon} aria-hidden />
        <span className={mergeClasses(styles.label, !expanded && styles.hidden)}>{name}</span>
      </Link>
      {counts !== null && counts[list] > 0 && (
        // Outside of the link, whose accessible name is only the list's.
        <span className={mergeClasses(styles.label, styles.count, !expanded && styles.hidden)}>
          {formatCount(counts[list])}
        </span>
      )}
    </li>
  );
}

function Foot({ hasStatus, ...props }: EntriesProps & { readonly hasStatus: boolean }): JSX.Element {
  const styles = useDrawerStyles();
  return (
    <div className={styles.foot}>
      <UpdateButton {...props} />
      {hasStatus && <DrawerStatus expanded={props.expanded} />}
    </div>
  );
}

/** An unobtrusive button, shown only while a newer version waits for a restart. */
function UpdateButton({ expanded, onChosen }: EntriesProps): JSX.Element | null {
  const styles = useDrawerStyles();
  const version = useAtomValue(updateAtom);
  if (version === null) return null;
  const onClick = (): void => {
    onChosen?.();
    askToRestart();
  };
  return (
    <button
      type="button"
      aria-label="Restart to update"
      title={`Inkling ${version} is ready`}
      onClick={onClick}
      className={mergeClasses(styles.entry, styles.button)}
    >
      <ArrowSyncRegular className={styles.icon} aria-hidden />
      <span className={mergeClasses(styles.label, !expanded && styles.hidden)}>Restart to update</span>
    </button>
  );
}
