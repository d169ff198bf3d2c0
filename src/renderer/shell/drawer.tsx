/**
 * The side drawer (spec §2, §9). In a wide window it is 300 px while pinned or hovered, else a rail of 75 px;
 * hovering lays it over the notes, so that they do not move under the pointer. In a narrow window it slides in.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtom, useAtomValue } from 'jotai';
import { type FocusEvent, type JSX, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { formatCount } from '#shared/count.ts';
import { LISTS, type ListName } from '#shared/note.ts';
import { SPEC } from '#shared/spec.ts';
import { countsAtom } from '../notes/views.ts';
import { LIST_INFO } from '../notes/lists.ts';
import { focusRingInside } from '../theme/focus.ts';
import { NARROW, ON_FORCED_COLORS, useMedia } from '../theme/media.ts';
import { springEasing } from '../theme/motion.ts';
import { ink } from '../theme/theme.ts';
import { DRAWER_ID, pinnedAtom, slidInAtom } from './drawer-state.ts';

const useStyles = makeStyles({
  drawer: {
    position: 'absolute',
    zIndex: 2,
    top: 0,
    bottom: 0,
    left: 0,
    boxSizing: 'border-box',
    overflow: 'hidden',
    // Its width is the specification's to animate; nothing outside of it is laid out again for that.
    contain: 'layout paint style',
    backgroundColor: ink.paper,
    transitionProperty: 'width, box-shadow',
  },
  wide: {
    transitionDuration: `${SPEC.wideDrawerTransition}ms, 200ms`,
    transitionTimingFunction: `${springEasing()}, ease`,
  },
  over: { boxShadow: ink.shadowUp, borderRadius: '0 18px 18px 0' },
  narrow: {
    // Below the top bar, whose button also closes it.
    zIndex: 10,
    transitionDuration: `${SPEC.mobileDrawerTransition}ms`,
    transitionTimingFunction: 'cubic-bezier(0.2, 0, 0, 1)',
  },
  slidIn: { boxShadow: ink.shadowUp, borderRadius: '0 18px 18px 0' },
  list: {
    margin: '0',
    padding: '8px 12px',
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4px',
  },
  item: { position: 'relative', color: ink.body },
  itemHere: { color: ink.onSelected },
  entry: {
    display: 'flex',
    alignItems: 'center',
    height: '44px',
    padding: '0 15px',
    gap: '18px',
    borderRadius: '12px',
    overflow: 'hidden',
    color: ink.body,
    fontWeight: 520,
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
    ':hover': { backgroundColor: ink.hover, color: ink.strong },
    ...focusRingInside,
  },
  selected: {
    color: ink.onSelected,
    backgroundColor: ink.selected,
    ':hover': { color: ink.onSelected, backgroundColor: ink.selected },
    [ON_FORCED_COLORS]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  icon: { fontSize: '20px', width: '20px', height: '20px', flexShrink: 0 },
  label: {
    transitionProperty: 'opacity, visibility',
    transitionDuration: `${SPEC.labelFade}ms`,
  },
  hidden: { opacity: 0, visibility: 'hidden' },
  count: {
    position: 'absolute',
    top: 0,
    right: '15px',
    pointerEvents: 'none',
    fontSize: '12px',
    lineHeight: '44px',
    fontWeight: 450,
    fontVariantNumeric: 'tabular-nums',
  },
  scrim: {
    position: 'absolute',
    zIndex: 9,
    inset: 0,
    border: '0',
    padding: '0',
    backgroundColor: ink.scrim,
    opacity: 0,
    visibility: 'hidden',
    transitionProperty: 'opacity, visibility',
    transitionDuration: '300ms',
  },
  scrimOn: { opacity: 1, visibility: 'visible' },
});

export function Drawer(): JSX.Element {
  return useMedia(NARROW) ? <NarrowDrawer /> : <WideDrawer />;
}

function WideDrawer(): JSX.Element {
  const styles = useStyles();
  const pinned = useAtomValue(pinnedAtom);
  const [hovered, setHovered] = useState(false);
  const [keyboardInside, setKeyboardInside] = useState(false);
  const expanded = pinned || hovered || keyboardInside;
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    setKeyboardInside(event.target.matches(':focus-visible'));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering only widens it
    <nav
      id={DRAWER_ID}
      aria-label="Lists"
      className={mergeClasses(styles.drawer, styles.wide, expanded && !pinned && styles.over)}
      style={{ width: expanded ? SPEC.drawerOpenWidth : SPEC.drawerCollapsedWidth }}
      onPointerEnter={(event) => setHovered(event.pointerType !== 'touch')}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={() => setKeyboardInside(false)}
    >
      <Entries expanded={expanded} />
    </nav>
  );
}

function NarrowDrawer(): JSX.Element {
  const styles = useStyles();
  const [open, setOpen] = useAtom(slidInAtom);
  const navRef = useRef<HTMLElement>(null);
  const close = (): void => setOpen(false);

  // It does not stay behind when the window widens.
  useEffect(() => () => setOpen(false), [setOpen]);

  useEffect(() => {
    if (!open) return undefined;
    const opener = document.activeElement;
    navRef.current?.querySelector('a')?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      if (opener instanceof HTMLElement) opener.focus();
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
      </nav>
    </>
  );
}

interface EntriesProps {
  readonly expanded: boolean;
  readonly onChosen?: () => void;
}

function Entries({ expanded, onChosen }: EntriesProps): JSX.Element {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {LISTS.map((list) => (
        <Entry key={list} list={list} expanded={expanded} {...(onChosen && { onChosen })} />
      ))}
    </ul>
  );
}

function Entry({ list, expanded, onChosen }: EntriesProps & { readonly list: ListName }): JSX.Element {
  const styles = useStyles();
  const counts = useAtomValue(countsAtom);
  const { pathname } = useLocation();
  const { name, path, icon, selectedIcon } = LIST_INFO[list];
  const here = pathname === path;
  const Icon = here ? selectedIcon : icon;
  return (
    <li className={mergeClasses(styles.item, here && styles.itemHere)}>
      <NavLink
        to={path}
        end
        aria-label={name}
        draggable={false}
        onClick={onChosen}
        className={mergeClasses(styles.entry, here && styles.selected)}
      >
        <Icon className={styles.icon} aria-hidden />
        <span className={mergeClasses(styles.label, !expanded && styles.hidden)}>{name}</span>
      </NavLink>
      {counts !== null && counts[list] > 0 && (
        // Beside the link, whose name is the list's alone.
        <span className={mergeClasses(styles.label, styles.count, !expanded && styles.hidden)}>
          {formatCount(counts[list])}
        </span>
      )}
    </li>
  );
}
