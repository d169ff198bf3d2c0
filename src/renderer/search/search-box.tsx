/** The search box (spec §2): the query follows every keystroke; a clear button with text, a search button without. */
import { Input, type InputProps, makeStyles, mergeClasses } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { useAtom } from 'jotai';
import { type JSX, type KeyboardEvent, useEffect, useRef } from 'react';
import { TEXTS } from '#shared/spec.ts';
import { fieldFrame } from '../components/field-frame.ts';
import { IconButton } from '../components/icon-button.tsx';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { ink } from '../theme/theme.ts';
import { queryAtom } from './query.ts';

const useStyles = makeStyles({
  box: {
    height: '40px',
    minWidth: '0',
    padding: '0 2px 0 0',
    border: `1px solid ${ink.line}`,
    borderRadius: '12px',
    backgroundColor: ink.card,
    ...fieldFrame,
    '& input': { padding: '0 4px 0 14px', fontSize: '14px', color: ink.strong },
    '& input::placeholder': { color: ink.quiet },
    '& input::-webkit-search-cancel-button': { display: 'none' },
  },
});

interface SearchBoxProps {
  readonly className?: string;
  /** Takes the focus as it appears. */
  readonly focused?: boolean;
  readonly onEscape?: () => void;
}

export function SearchBox({ className, focused = false, onEscape }: SearchBoxProps): JSX.Element {
  const styles = useStyles();
  const [query, setQuery] = useAtom(queryAtom);
  const inputRef = useRef<HTMLInputElement>(null);
  const focus = (): void => inputRef.current?.focus();

  useEffect(() => {
    if (focused) inputRef.current?.focus();
  }, [focused]);

  useShortcut(({ key }) => {
    if (key !== '/') return false;
    inputRef.current?.focus();
    inputRef.current?.select();
    return true;
  });

  const clear = (): void => {
    setQuery('');
    focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    if (query !== '') clear();
    else if (onEscape === undefined) inputRef.current?.blur();
    else onEscape();
  };
  const button =
    query === '' ? (
      <IconButton small name="Search" icon={<SearchRegular />} onClick={focus} />
    ) : (
      <IconButton small name="Clear search" icon={<DismissRegular />} onClick={clear} />
    );
  const onChange: InputProps['onChange'] = (_event, { value }) => setQuery(value);
  return (
    <Input
      type="search"
      className={mergeClasses(styles.box, className)}
      input={{ ref: inputRef, spellCheck: false }}
      placeholder={TEXTS.search}
      aria-label={TEXTS.search}
      value={query}
      onChange={onChange}
      onKeyDown={onKeyDown}
      contentAfter={button}
    />
  );
}
