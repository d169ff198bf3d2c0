/** The search box (spec §2): each key changes the query. The button clears the text, or focuses an empty box. */
import { Input, makeStyles, mergeClasses } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { useAtom, useSetAtom } from 'jotai';
import { type ChangeEvent, type JSX, type KeyboardEvent, useEffect, useRef } from 'react';
import { labelQuery, MAX_QUERY_UNITS } from '#shared/note/query.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { fieldLook } from '../components/field-look.ts';
import { focusFallback } from '../components/focus-guard.ts';
import { IconButton } from '../components/icon-button.tsx';
import { useAppCommand } from '../keyboard/use-app-command.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { ink } from '../theme/theme.ts';
import { findFilter, type NamedLabel } from './find-label.ts';
import { LabelHints } from './label-hints.tsx';
import { awaitedResultAtom, queryAtom } from './query.ts';

const useStyles = makeStyles({
  box: {
    ...fieldLook,
    display: 'flex',
    height: '40px',
    minWidth: '0',
    padding: '0 4px 0 0',
    border: `1px solid ${ink.line}`,
    ':hover': { border: `1px solid ${ink.controlLine}` },
    borderRadius: '12px',
  },
  input: {
    padding: '0 4px 0 14px',
    '::placeholder': { color: ink.quiet },
    '::-webkit-search-cancel-button': { display: 'none' },
  },
});

interface SearchBoxProps {
  readonly className?: string;
  /** Takes the focus when it appears. */
  readonly focused?: boolean;
  readonly onEscape?: () => void;
}

export function SearchBox({ className, focused = false, onEscape }: SearchBoxProps): JSX.Element {
  const styles = useStyles();
  const [query, setQuery] = useAtom(queryAtom);
  const awaitResult = useSetAtom(awaitedResultAtom);
  const inputRef = useRef<HTMLInputElement>(null);
  const focus = (): void => inputRef.current?.focus();

  useEffect(() => {
    if (focused) inputRef.current?.focus();
  }, [focused]);

  const enter = (): void => {
    inputRef.current?.focus();
    inputRef.current?.select();
  };
  useAppCommand('search', enter);
  useShortcut((key, { target }) => {
    // If there is no result, the screen as a whole has the focus.
    const onResults =
      target instanceof Element && target.closest('[role="feed"], [data-near], main:focus') !== null;
    const isMine = key === '/' || (key === 'Escape' && onResults && query !== '');
    if (isMine) enter();
    return isMine;
  });

  /** Gives the focus to the screen, so that the next key is one for the screen. */
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
        awaitResult({ query, list: null });
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
    setQuery(`${query.slice(0, start)}${labelQuery(name)}${query.slice(end)}`);
  };
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    awaitResult(null);
    setQuery(currentTarget.value);
  };
  return (
    <>
      <Input
        type="search"
        className={mergeClasses(styles.box, className)}
        input={{ ref: inputRef, className: styles.input }}
        spellCheck={false}
        maxLength={MAX_QUERY_UNITS}
        placeholder={TEXTS.search}
        aria-label={TEXTS.search}
        value={query}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onBlur={() => awaitResult(null)}
        contentAfter={button}
      />
      <LabelHints fieldRef={inputRef} find={findFilter} onChoose={choose} />
    </>
  );
}
