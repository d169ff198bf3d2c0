/**
 * The only tooltip of the page: Fluent UI's, shown beside a control with `data-tooltip` once the pointer
 * rests on it or the keyboard has focused it. It shows that attribute, or the control's name if the attribute
 * is just `true`. One tooltip per button would be too expensive in a list of cards (docs/architecture.md,
 * "Components"). It handles no keys.
 */
import { makeStyles, Tooltip } from '@fluentui/react-components';
import { type JSX, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { tokens } from '../theme/theme.ts';
import { nameKeys } from '../keyboard/shortcut-groups.ts';
import { KeyCap } from './key-cap.tsx';

/** Milliseconds of rest before the tooltip appears. */
const DELAY = 250;
const CONTROL = '[data-tooltip]';

const useStyles = makeStyles({
  root: {
    pointerEvents: 'none',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    boxShadow: tokens.shadow16,
    filter: 'none',
  },
  key: { marginInlineStart: tokens.spacingHorizontalS },
});

export function Tooltips(): JSX.Element | null {
  const styles = useStyles();
  const control = useTooltipControl();
  if (control === null) return null;
  return (
    <Tooltip
      visible
      relationship="inaccessible"
      positioning={{ target: control, position: 'below', offset: 6, overflowBoundaryPadding: 6 }}
      content={{ className: styles.root, children: <Words control={control} /> }}
    />
  );
}

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
    /**
     * The pointer's position. An element that comes under a resting pointer, such as a dialog that opens,
     * shows no tooltip.
     */
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
    // The control moved away from its tooltip. A pending tooltip finds the new place.
    for (const moved of ['scroll', 'resize'] as const) listen(moved, () => setShown(null));
    listen('keydown', ({ key }) => {
      // Synchronously: otherwise Fluent UI's tooltip would take the key from the elements below it.
      if (key !== 'Escape') return;
      hide();
      flushSync(() => setShown(null));
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
    // The observer also fires when the control leaves the page.
    const observer = new ResizeObserver(() => !shown.isConnected && setShown(null));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [shown]);
  return shown;
}

function Words({ control }: { readonly control: HTMLElement }): JSX.Element {
  const styles = useStyles();
  const shortcut = control.getAttribute('aria-keyshortcuts');
  return (
    <>
      {wordsOf(control)}
      {shortcut !== null && (
        <KeyCap small className={styles.key}>
          {nameKeys(shortcut.split('+'))}
        </KeyCap>
      )}
    </>
  );
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
