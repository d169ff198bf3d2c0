/**
 * The page's only tooltip. It shows a control's `data-tooltip`, or the control's name if that is just `true`, once the
 * pointer rests on the control or the keyboard has focused it. A tooltip for each button would cost a quarter of the
 * time of drawing a list of cards.
 *
 * It is the browser's own popover, so that it stands above open dialogs. It takes no key from the page.
 */
import { makeStyles } from '@fluentui/react-components';
import { type JSX, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { KeyCap } from './key-cap.tsx';
import { besideSomething, placeBeside } from './pop-up.tsx';

/** How long the pointer or the focus rests before the tooltip comes, in milliseconds. */
const DELAY = 250;
const CONTROL = '[data-tooltip]';

const KEY_NAMES: Readonly<Record<string, string>> = { Control: 'Ctrl', Meta: '⌘', Escape: 'Esc' };

const useStyles = makeStyles({
  root: {
    ...besideSomething,
    pointerEvents: 'none',
    maxWidth: '240px',
    padding: '4px 11px 6px',
    overflow: 'visible',
    borderRadius: '10px',
    fontSize: '12px',
    lineHeight: '16px',
    overflowWrap: 'break-word',
  },
  key: { marginInlineStart: '8px' },
});

export function Tooltips(): JSX.Element | null {
  const control = useTooltipControl();
  return control === null ? null : <Tooltip control={control} />;
}

function Tooltip({ control }: { readonly control: HTMLElement }): JSX.Element {
  const styles = useStyles();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = ref.current;
    if (root === null) return;
    root.togglePopover(true);
    const { top, bottom, left, width } = control.getBoundingClientRect();
    placeBeside(root, { top, bottom, left: left + (width - root.offsetWidth) / 2 });
  }, [control]);
  return (
    <div ref={ref} popover="manual" role="tooltip" className={styles.root}>
      <Words control={control} />
    </div>
  );
}

/** The control whose name is shown; null while there is none. */
function useTooltipControl(): HTMLElement | null {
  const [shown, setShown] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted: HTMLElement | null = null;
    const want = (control: HTMLElement | null): void => {
      if (control === wanted) return;
      wanted = control;
      clearTimeout(timer);
      if (control === null) setShown(null);
      else timer = setTimeout(() => setShown(control), DELAY);
    };
    const hide = (): void => want(null);
    const ends = new AbortController();
    const listen = <Name extends keyof WindowEventMap>(
      name: Name,
      act: (event: WindowEventMap[Name]) => void,
    ): void => window.addEventListener(name, act, { capture: true, signal: ends.signal });
    /** The pointer's place. What comes under it while it rests, such as a dialog that opens, shows no tooltip. */
    let place = '';
    const moveTo = ({ clientX, clientY }: PointerEvent): boolean => {
      const before = place;
      place = `${clientX} ${clientY}`;
      return place !== before;
    };
    listen('pointermove', moveTo);
    listen('pointerover', (event) => {
      if (moveTo(event)) want(controlAround(event.target));
    });
    listen('focusin', ({ target }) => want(isFocusVisible(target) ? controlAround(target) : null));
    listen('pointerdown', hide);
    listen('focusout', hide);
    // A click may change the control's name and place.
    listen('click', hide);
    // The control has moved away from its tooltip. A tooltip that is still to come finds the new place.
    for (const moved of ['scroll', 'resize'] as const) listen(moved, () => setShown(null));
    listen('keydown', ({ key }) => {
      if (key === 'Escape') hide();
    });
    listen('blur', ({ target }) => {
      if (target === window) hide();
    });
    return () => {
      clearTimeout(timer);
      ends.abort();
    };
  }, []);
  useEffect(() => {
    if (shown === null) return undefined;
    // The observer also calls when the control leaves the page.
    const observer = new ResizeObserver(() => !shown.isConnected && setShown(null));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [shown]);
  return shown;
}

/** The name, and the key that does the same if there is one. */
function Words({ control }: { readonly control: HTMLElement }): JSX.Element {
  const styles = useStyles();
  const shortcut = control.getAttribute('aria-keyshortcuts');
  return (
    <>
      {wordsOf(control)}
      {shortcut !== null && (
        <KeyCap small className={styles.key}>
          {keysOf(shortcut)}
        </KeyCap>
      )}
    </>
  );
}

/** The keys of `aria-keyshortcuts`, named as in the list of shortcuts. */
function keysOf(shortcut: string): string {
  return shortcut
    .split('+')
    .map((key) => KEY_NAMES[key] ?? key)
    .join(' ');
}

function wordsOf(control: HTMLElement): string | null {
  const { tooltip = 'true' } = control.dataset;
  return tooltip === 'true' ? control.getAttribute('aria-label') : tooltip;
}

function controlAround(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null;
}

function isFocusVisible(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':focus-visible');
}
