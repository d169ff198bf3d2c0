/**
 * The search box (spec §2): each key changes the query. The button clears the text, or focuses an empty box.
 * The labels that filter the lists are before the text; Backspace in an empty box removes the last one.
 */
import { makeStyles, mergeClasses, SearchBox as FluentSearchBox } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type JSX, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { MAX_QUERY_UNITS } from '#shared/note/view.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { fieldLook } from '../components/field-look.ts';
import { focusFallback } from '../components/focus-guard.ts';
import { IconButton } from '../components/icon-button.tsx';
import { useAppCommand } from '../keyboard/use-app-command.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { tokens } from '../theme/theme.ts';
import { findFilter, type NamedLabel } from './find-label.ts';
import { FilterTags } from './filter-tags.tsx';
import { LabelHints } from './label-hints.tsx';
import {
  addFilter,
  awaitedResultAtom,
  filtersAtom,
  isSearchingAtom,
  queryAtom,
  searchAtom,
} from './query.ts';
import { store } from '../state/store.ts';

const useStyles = makeStyles({
  box: {
    ...fieldLook,
    display: 'flex',
    height: '40px',
    minWidth: '0',
    maxWidth: 'none',
    padding: `0 ${tokens.spacingHorizontalXS} 0 0`,
    border: `1px solid ${tokens.colorCardStroke}`,
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1}` },
    borderRadius: tokens.borderRadiusLarge,
  },
  input: {
    padding: `0 ${tokens.spacingHorizontalXS} 0 ${tokens.spacingHorizontalL}`,
    '::placeholder': { color: tokens.colorNeutralForeground3 },
  },
  // Many labels must leave room for a few words.
  before: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    flexShrink: 0,
    minWidth: '0',
    maxWidth: 'max(100% - 140px, min(50%, 100% - 100px))',
    paddingLeft: tokens.spacingHorizontalSNudge,
  },
  buttonBefore: { paddingLeft: '3px' },
  // Fluent UI shows what stands behind the text only while the box has the focus.
  button: { width: 'auto', height: 'auto', paddingLeft: '0', overflow: 'visible' },
  besideTags: { minWidth: '60px', paddingLeft: tokens.spacingHorizontalS },
  besideButton: { paddingLeft: tokens.spacingHorizontalXS },
});

interface SearchBoxProps {
  readonly className?: string;
  /** Takes the focus on mount. */
  readonly focused?: boolean;
  /** A button at the left end of the box. */
  readonly before?: ReactNode;
  readonly onEscape?: () => void;
}

export function SearchBox({ className, focused = false, before, onEscape }: SearchBoxProps): JSX.Element {
  const styles = useStyles();
  const [query, setQuery] = useAtom(queryAtom);
  const [filters, setFilters] = useAtom(filtersAtom);
  const isSearching = useAtomValue(isSearchingAtom);
  const awaitResult = useSetAtom(awaitedResultAtom);
  const inputRef = useRef<HTMLInputElement>(null);
  const focus = (): void => inputRef.current?.focus();
  const hasTags = filters.length > 0;
  const hasButton = before !== undefined;

  useEffect(() => {
    if (focused) inputRef.current?.focus();
  }, [focused]);

  const enter = (): void => {
    inputRef.current?.focus();
    inputRef.current?.select();
  };
  useAppCommand('search', enter);
  useShortcut(['to-search'], () => {
    // Without results, the screen as a whole has the focus.
    const results = document.activeElement?.closest('[role="feed"], [data-near], main:focus') ?? null;
    if (results === null || !isSearching) return false;
    enter();
    return true;
  });

  /** Focuses the screen, which then gets the next key. */
  const leave = (): void => {
    inputRef.current?.blur();
    focusFallback();
  };
  const clear = (): void => {
    setQuery('');
    focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    switch (event.key) {
      case 'Escape':
        if (query !== '') clear();
        else if (onEscape === undefined) leave();
        else onEscape();
        return;
      case 'Enter':
      case 'ArrowDown':
        event.preventDefault();
        awaitResult({ search: store.get(searchAtom), list: null });
        return;
      case 'Backspace':
        // A held key that deletes the text stops before the labels.
        if (query === '' && !event.repeat) setFilters(filters.slice(0, -1));
        return;
      default:
    }
  };
  const button =
    query === '' ? (
      <IconButton small name="Search" icon={<SearchRegular />} shortcut="/" onClick={focus} />
    ) : (
      <IconButton small name="Clear search" icon={<DismissRegular />} shortcut="Escape" onClick={clear} />
    );
  const choose = (name: string, { start, end }: NamedLabel): void => {
    const head = query.slice(0, start);
    const rest = query.slice(end);
    // Trims the query, and keeps one of the spaces around the removed words.
    setQuery(rest.trim() === '' ? head.trimEnd() : `${head}${rest.trimStart()}`);
    addFilter(name);
  };
  const onChange = (_event: unknown, { value }: { readonly value: string }): void => {
    awaitResult(null);
    setQuery(value);
  };
  return (
    <>
      <FluentSearchBox
        className={mergeClasses(styles.box, className)}
        input={{
          ref: inputRef,
          className: mergeClasses(
            styles.input,
            hasButton && styles.besideButton,
            hasTags && styles.besideTags,
          ),
        }}
        spellCheck={false}
        maxLength={MAX_QUERY_UNITS}
        placeholder={TEXTS.search}
        aria-label={TEXTS.search}
        value={query}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onBlur={() => awaitResult(null)}
        contentBefore={
          hasTags || hasButton
            ? {
                className: mergeClasses(styles.before, hasButton && styles.buttonBefore),
                children: (
                  <>
                    {before}
                    <FilterTags onRemoved={focus} />
                  </>
                ),
              }
            : null
        }
        contentAfter={{ className: styles.button, children: button }}
        dismiss={null}
      />
      <LabelHints fieldRef={inputRef} find={findFilter} onChoose={choose} />
    </>
  );
}
