/**
 * Replaces the top bar while notes are selected: their number, the actions on them, and a button that clears
 * the selection, as Esc does. A selection ends when its list, search or account changes.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { DeleteDismissRegular } from '@fluentui/react-icons/svg/delete-dismiss';
import { ColorRegular } from '@fluentui/react-icons/svg/color';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { PinOffRegular } from '@fluentui/react-icons/svg/pin-off';
import { PinRegular } from '@fluentui/react-icons/svg/pin';
import { TagRegular } from '@fluentui/react-icons/svg/tag';
import { useAtomValue } from 'jotai';
import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { formatCount } from '#shared/base/count.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { commandOf, isOnPage } from '../../keyboard/shortcuts.ts';
import { searchAtom } from '../../search/query.ts';
import { type Selection, sizeOf } from '../../selection/selection.ts';
import { clearSelection, selectionAtom } from '../../selection/state.ts';
import { useAccount } from '../../session/account.ts';
import { NARROW, ON_FORCED_COLORS, useMedia } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { focusCards } from '../state/focus-card.ts';
import { LIST_INFO } from '../state/lists.ts';
import { isSelectionPinned, MARK_KEYS, type MarkMenuName, toggleMarkMenu } from '../actions/mark-menu.tsx';
import { useSelectedActions } from '../actions/use-selected-actions.ts';
import { viewAtom } from '../state/views.ts';

const useStyles = makeStyles({
  root: { position: 'relative', flexShrink: 0 },
  behind: { visibility: 'hidden' },
  bar: {
    position: 'absolute',
    inset: '0',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: '0 16px 0 28px',
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    [ON_FORCED_COLORS]: { borderBottom: '1px solid' },
  },
  tight: {
    padding: `0 ${tokens.spacingHorizontalMNudge} 0 ${tokens.spacingHorizontalXL}`,
    gap: tokens.spacingHorizontalXS,
  },
  count: {
    flexGrow: 1,
    fontSize: '16px',
    lineHeight: '24px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** @param props.children the top bar */
export function SelectionBar({ children }: { readonly children: ReactNode }): JSX.Element {
  const styles = useStyles();
  const selection = useAtomValue(selectionAtom);
  const { pathname } = useLocation();
  const search = useAtomValue(searchAtom);
  const uid = useAccount();
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- ends the selection when any of them changes
  useEffect(() => clearSelection, [pathname, search, uid]);
  const isSelecting = selection !== null;
  return (
    <div className={styles.root}>
      <div className={mergeClasses(isSelecting && styles.behind)} inert={isSelecting}>
        {children}
      </div>
      {isSelecting && <Bar selection={selection} />}
    </div>
  );
}

function Bar({ selection }: { readonly selection: Selection }): JSX.Element {
  const styles = useStyles();
  const narrow = useMedia(NARROW);
  const { list } = selection;
  const { move, mark, deleteForever } = useSelectedActions();
  const { content } = useAtomValue(viewAtom(list));
  const count = sizeOf(selection, content?.total ?? 0);
  // While hits are being counted, `count` is a minimum.
  const more = selection.of === 'all' && content?.atLeast === true;
  useEffect(() => {
    if (count === 0 && !more) clearSelection();
  }, [count, more]);
  useEffect(() => {
    // Captures, to run before the key's other meanings on the page.
    const onKey = (event: KeyboardEvent): void => {
      // The bar covers the search box, so it must go first.
      if (isForSearch(event)) flushSync(clearSelection);
      if (commandOf(event, 'clear') === null || !isOnPage(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  const barRef = useRef<HTMLElement>(null);
  const isPinned = content !== null && isSelectionPinned(selection, content);
  const choose = (what: MarkMenuName): void => {
    if (barRef.current !== null) toggleMarkMenu(what, selection, barRef.current);
  };
  return (
    <section
      ref={barRef}
      data-selection-bar
      className={mergeClasses(styles.bar, narrow && styles.tight)}
      aria-label="Selection"
    >
      <output className={styles.count}>
        {formatCount(count)}
        {more && '+'} selected
      </output>
      {list === 'active' && (
        <IconButton
          name={isPinned ? 'Unpin' : 'Pin'}
          icon={isPinned ? <PinOffRegular /> : <PinRegular />}
          shortcut="F"
          onClick={() => mark(selection, { isPinned: !isPinned })}
        />
      )}
      {list !== 'trashed' && (
        <>
          <IconButton
            name="Colour"
            icon={<ColorRegular />}
            shortcut={MARK_KEYS.Colour}
            onClick={() => choose('Colour')}
          />
          <IconButton
            name="Labels"
            icon={<TagRegular />}
            shortcut={MARK_KEYS.Labels}
            onClick={() => choose('Labels')}
          />
        </>
      )}
      {LIST_INFO[list].moves.map(({ transition, name, icon: Icon, shortcut }) => (
        <IconButton
          key={name}
          name={name}
          icon={<Icon />}
          shortcut={shortcut}
          onClick={() => move(selection, transition)}
        />
      ))}
      {list === 'trashed' && (
        <IconButton
          name="Delete forever"
          icon={<DeleteDismissRegular />}
          shortcut="#"
          onClick={() => deleteForever(selection)}
        />
      )}
      <IconButton name="Clear selection" icon={<DismissRegular />} shortcut="Escape" onClick={leave} />
    </section>
  );
}

function isForSearch(event: KeyboardEvent): boolean {
  return commandOf(event, 'search') !== null && isOnPage(event.target);
}

function leave(): void {
  clearSelection();
  // After the bar has gone.
  requestAnimationFrame(focusCards);
}
