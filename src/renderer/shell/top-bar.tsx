/**
 * The top bar (spec §2): main menu, logo, the screen's name, search, profile and log out, and in a narrow
 * window the action under way. The search is always visible: while the search box is closed, the labels that
 * filter the lists are below the bar.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left';
import { NavigationRegular } from '@fluentui/react-icons/svg/navigation';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type JSX, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { SPEC } from '#shared/base/spec.ts';
import type { User } from '#shared/ipc/session.ts';
import { focusFallback } from '../components/focus-guard.ts';
import { IconButton } from '../components/icon-button.tsx';
import { Logo } from '../components/logo.tsx';
import { FilterTags } from '../search/filter-tags.tsx';
import { hasQueryAtom, isSearchingAtom, queryAtom } from '../search/query.ts';
import { SearchBox } from '../search/search-box.tsx';
import { ProfileButton } from './profile-button.tsx';
import { signOut } from '../session/sign-out.ts';
import { signingOutAtom } from '../state/session.ts';
import { useColumnStyles } from '../theme/column.ts';
import { focusRing } from '../theme/focus.ts';
import { INLINE_SEARCH, NARROW, ON_NARROW, useMedia } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { useAppCommand } from '../keyboard/use-app-command.ts';
import { DRAWER_ID, pinnedAtom, slidInAtom } from './drawer-state.ts';
import { ScreenName } from './screen-name.tsx';
import { NarrowStatus } from './status.tsx';

const useStyles = makeStyles({
  bar: {
    boxSizing: 'border-box',
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    height: '60px',
    padding: '0 16px 0 19px',
  },
  tight: {
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    gap: tokens.spacingHorizontalXS,
    '@media (width < 360px)': { padding: `0 ${tokens.spacingHorizontalXS}`, gap: '0' },
  },
  // The open search box is as wide as the board.
  searching: { padding: '0 14px' },
  on: { color: tokens.colorBrandForeground2, backgroundColor: tokens.colorBrandBackground2 },
  names: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minWidth: '0',
    [ON_NARROW]: { gap: tokens.spacingHorizontalS },
  },
  home: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    gap: tokens.spacingHorizontalMNudge,
    marginLeft: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusMedium,
    textDecorationLine: 'none',
    ...focusRing,
  },
  name: {
    margin: '0',
    color: tokens.colorNeutralForeground1,
    fontSize: '18px',
    lineHeight: '30px',
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.2px',
  },
  screen: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  besideBrand: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
  /**
   * Above the board beside the open drawer; it stays there when the drawer is closed, because the screen's name
   * needs the room. Only its search box receives pointer events.
   */
  lane: {
    position: 'absolute',
    top: '0',
    bottom: '0',
    left: `${SPEC.drawerOpenWidth}px`,
    right: '0',
    display: 'flex',
    alignItems: 'center',
    // Hidden, because there is no room for scroll bars here, unlike in the board.
    overflow: 'hidden',
    pointerEvents: 'none',
  },
  search: { pointerEvents: 'auto' },
  space: { flexGrow: 1 },
  filters: { padding: '2px 14px 8px' },
});

export function TopBar({ user }: { readonly user: User }): JSX.Element {
  const styles = useStyles();
  const columns = useColumnStyles();
  const inline = useMedia(INLINE_SEARCH);
  const narrow = useMedia(NARROW);
  const hasBrand = useMedia('(width >= 1100px)');
  const signingOut = useAtomValue(signingOutAtom);
  const [mobileSearch, setMobileSearch] = useState<'closed' | 'shown' | 'entered'>('closed');
  const searchIconRef = useRef<HTMLButtonElement>(null);
  // Narrowing the window again begins with a closed search.
  if (inline && mobileSearch !== 'closed') setMobileSearch('closed');
  // The query came from a wide window or a link, so the box does not take the focus.
  if (useAtomValue(hasQueryAtom) && !inline && mobileSearch === 'closed') setMobileSearch('shown');
  const isSearching = useAtomValue(isSearchingAtom);
  const setQuery = useSetAtom(queryAtom);
  const closeSearch = (): void => {
    setQuery('');
    setMobileSearch('closed');
    requestAnimationFrame(() => searchIconRef.current?.focus());
  };
  // If the search box is not shown, its shortcuts open it.
  useAppCommand('search', () => setMobileSearch(inline ? 'closed' : 'entered'));

  if (!inline && mobileSearch !== 'closed') {
    return (
      <header className={mergeClasses(styles.bar, styles.searching)}>
        <ScreenName isHidden />
        <SearchBox
          focused={mobileSearch === 'entered'}
          className={styles.space}
          // Not at the other end, where a second click would hit "Log out".
          before={<IconButton small name="Close search" icon={<ArrowLeftRegular />} onClick={closeSearch} />}
          onEscape={closeSearch}
        />
      </header>
    );
  }
  return (
    <>
      <header className={mergeClasses(styles.bar, !inline && styles.tight)}>
        <MenuButton />
        <div className={mergeClasses(styles.names, inline && columns.names)}>
          <Link to="/" className={styles.home} aria-label="Inkling" draggable={false}>
            <Logo size={inline ? 30 : 28} />
            {hasBrand && (
              <span aria-hidden className={styles.name}>
                Inkling
              </span>
            )}
          </Link>
          <ScreenName className={mergeClasses(styles.name, styles.screen, hasBrand && styles.besideBrand)} />
        </div>
        {inline && (
          <div className={mergeClasses(styles.lane, columns.board)}>
            <SearchBox className={mergeClasses(styles.search, columns.search)} />
          </div>
        )}
        <div className={styles.space} />
        {!inline && (
          <IconButton
            ref={(element) => {
              searchIconRef.current = element;
            }}
            name="Search"
            icon={<SearchRegular />}
            shortcut="/"
            className={isSearching ? styles.on : undefined}
            onClick={() => setMobileSearch('entered')}
          />
        )}
        {narrow && <NarrowStatus />}
        <ProfileButton user={user} onLogOut={() => void signOut()} />
        <IconButton
          name="Log out"
          icon={<SignOutRegular />}
          disabled={signingOut}
          onClick={() => void signOut()}
        />
      </header>
      {!inline && <FilterTags className={styles.filters} onRemoved={focusFallback} />}
    </>
  );
}

function MenuButton(): JSX.Element {
  const styles = useStyles();
  const narrow = useMedia(NARROW);
  const [pinned, setPinned] = useAtom(pinnedAtom);
  const [slidIn, setSlidIn] = useAtom(slidInAtom);
  const open = narrow ? slidIn : pinned;
  return (
    <IconButton
      name="Main menu"
      icon={<NavigationRegular />}
      aria-expanded={open}
      aria-controls={DRAWER_ID}
      className={open && !narrow ? styles.on : undefined}
      onClick={() => (narrow ? setSlidIn(!slidIn) : setPinned(!pinned))}
    />
  );
}
