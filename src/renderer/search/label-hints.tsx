/**
 * Offers labels while the user types a label's name in a field, which keeps the focus: arrows choose, Enter
 * or Tab takes, Esc closes the list. The typed text may also be meant literally. So without an arrow, a label
 * is only taken if it equals the text, or begins with it and the text begins with a letter.
 */
import { makeStyles, mergeClasses, Popover, PopoverSurface } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import {
  type JSX,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { cleanLabel, labelKey } from '#shared/note/labels.ts';
import { labelsAtom } from './labels.ts';
import { activeOption } from '../components/option-look.ts';
import { tokens } from '../theme/theme.ts';
import { type FindLabel, labelsLike, type NamedLabel } from './find-label.ts';

/** How many labels are offered; one more letter finds the others. */
const MOST = 8;

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    minWidth: '160px',
    maxWidth: 'min(320px, calc(100vw - 16px))',
    padding: tokens.spacingVerticalSNudge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    boxShadow: tokens.shadow16,
    filter: 'none',
  },
  option: {
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalMNudge}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  active: activeOption,
});

type Field = HTMLInputElement | HTMLTextAreaElement;

interface LabelHintsProps {
  readonly fieldRef: RefObject<Field | null>;
  readonly find: FindLabel;
  /** Whether the list offers to make a new label from the typed text. */
  readonly canMake?: boolean;
  /** Where the list opens, in CSS pixels of the window; the field's edges if left out. */
  readonly edgesOf?: (field: Field, named: NamedLabel) => DOMRect;
  readonly onChoose: (name: string, named: NamedLabel) => void;
}

interface Option {
  readonly name: string;
  readonly isNew: boolean;
}

export function LabelHints(props: LabelHintsProps): JSX.Element | null {
  const { fieldRef, find, canMake = false, edgesOf, onChoose } = props;
  const styles = useStyles();
  const id = useId();
  const labels = useAtomValue(labelsAtom);
  const [named, setNamed] = useState<NamedLabel | null>(null);
  /** Index of the option that an arrow chose; null while `isMeant` decides. */
  const [chosen, setChosen] = useState<number | null>(null);
  const options = named === null ? [] : optionsFor(labels, named.typed, canMake);
  const active = chosen ?? (named !== null && isMeant(options[0], named.typed) ? 0 : -1);
  const isOpen = options.length > 0;

  const look = useEffectEvent((isTyping: boolean) => {
    const field = fieldRef.current;
    if (field === null || (!isTyping && named === null)) return;
    const { value, selectionStart, selectionEnd } = field;
    const next =
      selectionStart === null || selectionStart !== selectionEnd ? null : find(value, selectionStart);
    if (next === null) setNamed(null);
    else if (next.start !== named?.start || next.end !== named.end || next.typed !== named.typed) {
      setNamed(next);
      setChosen(null);
    }
  });
  const take = (option: Option | undefined): void => {
    setNamed(null);
    if (option !== undefined && named !== null) onChoose(option.name, named);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    const count = options.length;
    switch (event.key) {
      case 'ArrowDown':
        setChosen((active + 1) % count);
        break;
      case 'ArrowUp':
        setChosen(active <= 0 ? count - 1 : active - 1);
        break;
      case 'Enter':
      case 'Tab':
        if (active === -1) return;
        take(options[active]);
        break;
      case 'Escape':
        setNamed(null);
        break;
      default:
        return;
    }
    // Neither the field nor its ancestors may handle this key.
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const field = fieldRef.current;
    if (field === null) return undefined;
    const ends = new AbortController();
    const { signal } = ends;
    field.addEventListener('input', () => look(true), { signal });
    field.addEventListener('blur', () => setNamed(null), { signal });
    field.addEventListener('keydown', (event) => event instanceof KeyboardEvent && onKey(event), { signal });
    document.addEventListener('selectionchange', () => look(false), { signal });
    return () => ends.abort();
  }, [fieldRef]);

  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (field === null || !isOpen) return undefined;
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', id);
    if (active !== -1) field.setAttribute('aria-activedescendant', `${id}${active}`);
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        field.removeAttribute(name);
    };
  }, [fieldRef, id, isOpen, active]);

  const target = useMemo(
    () => ({
      getBoundingClientRect(): DOMRect {
        const field = fieldRef.current;
        if (field === null || named === null) return new DOMRect();
        return edgesOf?.(field, named) ?? field.getBoundingClientRect();
      },
    }),
    [fieldRef, named, edgesOf],
  );

  if (!isOpen) return null;
  return (
    <Popover
      open
      unstable_disableAutoFocus
      positioning={{ target, position: 'below', align: 'start', offset: 6, overflowBoundaryPadding: 8 }}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it belongs to a text field */}
      <PopoverSurface id={id} role="listbox" aria-label="Labels" className={styles.root}>
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
          <div
            key={option.isNew ? ' ' : labelKey(option.name)}
            id={`${id}${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it belongs to a text field
            role="option"
            aria-selected={index === active}
            className={mergeClasses(styles.option, index === active && styles.active)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
          >
            {option.isNew && 'Create label '}
            <bdi>{option.isNew ? `“${option.name}”` : option.name}</bdi>
          </div>
        ))}
      </PopoverSurface>
    </Popover>
  );
}

function optionsFor(labels: readonly string[], typed: string, canMake: boolean): readonly Option[] {
  const found = labelsLike(labels, typed).slice(0, MOST);
  const name = cleanLabel(typed);
  const isKnown = labels.some((label) => labelKey(label) === labelKey(name));
  return [
    ...found.map((label) => ({ name: label, isNew: false })),
    ...(canMake && name !== '' && !isKnown ? [{ name, isNew: true }] : []),
  ];
}

/**
 * Whether Enter takes the option without an arrow. `#4` is more often a number than the beginning of a label.
 */
function isMeant(option: Option | undefined, typed: string): boolean {
  if (option === undefined || option.isNew || typed === '') return false;
  const [name, begun] = [labelKey(option.name), labelKey(typed)];
  return name === begun || (/^\p{L}/u.test(begun) && name.startsWith(begun));
}
