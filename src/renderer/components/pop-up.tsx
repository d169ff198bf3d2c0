/**
 * A small dialog beside the control that opened it. It is the browser's own popover, so it is above everything else,
 * also above an open dialog, and stays in the page where it is rendered. Tab cycles inside of it. Esc, a press
 * elsewhere, or the focus going elsewhere closes it; the element that had the focus before gets it back.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  type FocusEvent,
  type JSX,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { ink } from '../theme/theme.ts';
import { swallowClick } from './press.ts';

/** The distance to the control, and the least distance to the window's edge, in CSS pixels. */
const DISTANCE = 6;

/** The window's height with some room at both edges. */
const MAX_HEIGHT = 'calc(100vh - 16px)';

/** Styles of a popover of the browser that stands beside an element. */
export const besideSomething = {
  position: 'fixed',
  inset: 'auto',
  boxSizing: 'border-box',
  margin: '0',
  border: `1px solid ${ink.popUpLine}`,
  backgroundColor: ink.popUp,
  color: ink.strong,
  boxShadow: ink.shadowUp,
  fontSize: '14px',
  lineHeight: '20px',
} as const;

const useStyles = makeStyles({
  root: {
    ...besideSomething,
    maxWidth: 'calc(100vw - 16px)',
    maxHeight: MAX_HEIGHT,
    padding: '12px',
    overflow: 'auto',
    borderRadius: '12px',
    cursor: 'default',
  },
});

/** Makes Fluent's keyboard library ignore Tab: on the last control, it would leave the page before `onKeyDown` runs. */
const TAB_IS_HANDLED = JSON.stringify({ focusable: { ignoreKeydown: { Tab: true } } });

interface PopUpProps {
  readonly name: string;
  /** The control that the pop-up opens beside. A press on it is not a press elsewhere. */
  readonly anchor: Element;
  readonly className?: string;
  readonly onClose: () => void;
  /** The element with `data-first-focus` gets the focus. */
  readonly children: ReactNode;
}

export function PopUp({ name, anchor, className, onClose, children }: PopUpProps): JSX.Element {
  const styles = useStyles();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = ref.current;
    if (root === null) return undefined;
    const before = document.activeElement;
    anchor.setAttribute('aria-expanded', 'true');
    root.showPopover();
    root.querySelector<HTMLElement>('[data-first-focus]')?.focus({ preventScroll: true });
    return () => {
      anchor.removeAttribute('aria-expanded');
      const hasFocus = root.contains(document.activeElement);
      if (hasFocus && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [anchor]);
  const closeOnScroll = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const root = ref.current;
    if (root === null) return undefined;
    const move = (): void => {
      // The anchor may be gone: a card may leave the list while its labels are changed.
      if (!anchor.isConnected) return;
      const edges = anchor.getBoundingClientRect();
      if (edges.bottom < 0 || edges.top > innerHeight) {
        closeOnScroll();
        return;
      }
      // The pop-up never shrinks: its content would move under the eyes and the pointer.
      root.style.minHeight = `min(${root.offsetHeight}px, ${MAX_HEIGHT})`;
      placeBeside(root, edges);
    };
    move();
    const observer = new ResizeObserver(move);
    observer.observe(root);
    observer.observe(document.documentElement);
    window.addEventListener('scroll', move, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', move, { capture: true });
    };
  }, [anchor]);
  const handlePress = useEffectEvent(({ target }: PointerEvent) => {
    if (!(target instanceof Node) || ref.current?.contains(target) === true || anchor.contains(target))
      return;
    // The press does nothing else, because whoever closes a pop-up means no more than that.
    swallowClick();
    onClose();
  });
  useEffect(() => {
    const onPress = (event: PointerEvent): void => handlePress(event);
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => document.removeEventListener('pointerdown', onPress, { capture: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // The dialog around the pop-up must not get the key, and stays open.
    event.stopPropagation();
    if (event.key === 'Tab') cycleFocus(event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    const isElsewhere = relatedTarget !== null && !currentTarget.contains(relatedTarget);
    // A press on the control closes the pop-up by itself.
    if (isElsewhere && !anchor.contains(relatedTarget)) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc from any control in it
    <div
      ref={ref}
      popover="manual"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the page's keys and its focus look for the role
      role="dialog"
      aria-label={name}
      data-tabster={TAB_IS_HANDLED}
      className={mergeClasses(styles.root, className)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {children}
    </div>
  );
}

/** Goes from the last Tab stop on to the first, or back with Shift, so that Tab does not reach what is behind. */
function cycleFocus(event: KeyboardEvent<HTMLElement>): void {
  const controls = event.currentTarget.querySelectorAll<HTMLElement>('a, button, input');
  const stops = [...controls].filter(({ tabIndex }) => tabIndex >= 0);
  const [end, beginning] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (event.target !== end) return;
  event.preventDefault();
  beginning?.focus();
}

/** In CSS pixels of the window. */
export type Edges = Pick<DOMRect, 'top' | 'bottom' | 'left'>;

/** Places `root` below the edges, or above if it needs more room; at their left edge, as far as the window allows. */
export function placeBeside(root: HTMLElement, { top, bottom, left }: Edges): void {
  const { offsetWidth: width, offsetHeight: height } = root;
  const below = innerHeight - bottom;
  const isBelow = below >= height + 2 * DISTANCE || below >= top;
  const y = isBelow ? bottom + DISTANCE : top - DISTANCE - height;
  root.style.left = `${clampToWindow(left, innerWidth - width)}px`;
  root.style.top = `${clampToWindow(y, innerHeight - height)}px`;
}

function clampToWindow(value: number, most: number): number {
  return Math.max(DISTANCE, Math.min(value, most - DISTANCE));
}
