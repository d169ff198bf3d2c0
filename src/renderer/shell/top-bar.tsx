/** The top bar (spec §2): main menu, logo, search, profile, log out; in a narrow window also what is under way. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left';
import { NavigationRegular } from '@fluentui/react-icons/svg/navigation';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type JSX, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { User } from '#shared/session.ts';
import { IconButton } from '../components/icon-button.tsx';
import { Logo } from '../components/logo.tsx';
import { LIST_INFO, listAt } from '../notes/state/lists.ts';
import { isSearchingAtom, queryAtom } from '../search/query.ts';
import { SearchBox } from '../search/search-box.tsx';
import { ProfileButton } from './profile-button.tsx';
import { signOut } from '../sign-out/sign-out.ts';
import { signingOutAtom } from '../session/state.ts';
import { focusRing } from '../theme/focus.ts';
import { INLINE_SEARCH, NARROW, ROOMY, useMedia } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';
import { useAppCommand } from '../keyboard/use-app-command.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { DRAWER_ID, pinnedAtom, slidInAtom } from './drawer-state.ts';
import { NarrowStatus } from './status.tsx';

const useStyles = makeStyles({
  bar: {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '60px',
    padding: '0 16px 0 19px',
    flexShrink: 0,
  },
  tight: { padding: '0 10px', gap: '4px' },
  on: { color: ink.onSelected, backgroundColor: ink.selected },
  home: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    marginLeft: '4px',
    borderRadius: '9px',
    textDecorationLine: 'none',
    ...focusRing,
  },
  name: {
    color: ink.strong,
    fontSize: '18px',
    lineHeight: '30px',
    fontWeight: 650,
    letterSpacing: '-0.2px',
  },
  beside: { marginRight: '12px' },
  brand: {
    width: '190px',
    flexShrink: 0,
    display: 'flex',
    // The search box starts where the cards do beside the open drawer.
    '@media (width >= 1100px)': { width: '257px' },
  },
  search: { flex: '0 1 640px' },
  space: { flexGrow: 1 },
});

export function TopBar({ user }: { readonly user: User }): JSX.Element {
  const styles = useStyles();
  const inline = useMedia(INLINE_SEARCH);
  const narrow = useMedia(NARROW);
  const roomy = useMedia('(width >= 900px)');
  const signingOut = useAtomValue(signingOutAtom);
  const [searching, setSearching] = useState(false);
  const searchIconRef = useRef<HTMLButtonElement>(null);
  // After the window was wide, the search begins closed: nobody has opened it since.
  if (inline && searching) setSearching(false);
  const isSearching = useAtomValue(isSearchingAtom);
  const setQuery = useSetAtom(queryAtom);
  const navigate = useNavigate();
  const logOut = async (): Promise<void> => {
    if (await signOut()) await navigate('/signup');
  };
  const closeSearch = (): void => {
    setQuery('');
    setSearching(false);
    requestAnimationFrame(() => searchIconRef.current?.focus());
  };
  // If the search box is not shown, its shortcuts open it.
  useAppCommand('search', () => setSearching(!inline));
  useShortcut((key) => {
    if (inline || searching || key !== '/') return false;
    setSearching(true);
    return true;
  });

  if (!inline && searching) {
    return (
      <header className={mergeClasses(styles.bar, styles.tight)}>
        {/* Not at the other end, where a second click would hit "Log out". */}
        <IconButton name="Close search" icon={<ArrowLeftRegular />} onClick={closeSearch} />
        <SearchBox focused className={mergeClasses(styles.search, styles.space)} onEscape={closeSearch} />
      </header>
    );
  }
  return (
    <header className={mergeClasses(styles.bar, !inline && styles.tight)}>
      <MenuButton />
      <div className={roomy ? styles.brand : styles.beside}>
        <Link to="/" className={styles.home} aria-label="Inkling" draggable={false}>
          <Logo size={inline ? 30 : 28} />
          {inline && (
            <span aria-hidden className={styles.name}>
              Inkling
            </span>
          )}
        </Link>
      </div>
      {!inline && <ScreenName />}
      {inline && <SearchBox className={styles.search} />}
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
          onClick={() => setSearching(true)}
        />
      )}
      {narrow && <NarrowStatus />}
      <ProfileButton user={user} onLogOut={() => void logOut()} />
      <IconButton
        name="Log out"
        icon={<SignOutRegular />}
        disabled={signingOut}
        onClick={() => void logOut()}
      />
    </header>
  );
}

/** Names the screen in a narrow window, where the drawer does not show it. Screen readers get it from the heading. */
function ScreenName(): JSX.Element | null {
  const styles = useStyles();
  const list = listAt(useLocation().pathname);
  return list === undefined ? null : (
    <span aria-hidden className={styles.name}>
      {LIST_INFO[list].name}
    </span>
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
