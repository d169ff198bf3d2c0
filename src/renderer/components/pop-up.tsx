/**
 * A small dialog beside the control that opened it, above everything else, also above an open dialog: it is the browser's own
 * popover, and stands in the page where it is drawn. Tab goes round in it. Esc, a press elsewhere and the focus going elsewhere close
 * it; what had the focus before gets it back.
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

/** Between it and its control, and at the least between it and the window's edge, in CSS pixels. */
const DISTANCE = 6;

/** The window's height without these distances. */
const MAX_HEIGHT = 'calc(100vh - 16px)';

/** Styles of whatever is a popover of the browser beside something. */
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

/** For Fluent's keyboard library, which would lead out of the page from its last control before anybody hears the key. */
const TAB_IS_HANDLED = JSON.stringify({ focusable: { ignoreKeydown: { Tab: true } } });

interface PopUpProps {
  readonly name: string;
  /** It opens beside this, and a press on this is not one elsewhere. */
  readonly anchor: Element;
  readonly className?: string;
  readonly onClose: () => void;
  /** What has `data-first-focus` in it gets the focus. */
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
  const scrolledAway = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const root = ref.current;
    if (root === null) return undefined;
    const move = (): void => {
      // A card may go while its labels are changed.
      if (!anchor.isConnected) return;
      const edges = anchor.getBoundingClientRect();
      if (edges.bottom < 0 || edges.top > innerHeight) {
        scrolledAway();
        return;
      }
      // It never gets lower: what is in it would move under the eyes and the pointer.
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
  const pressed = useEffectEvent(({ target }: PointerEvent) => {
    if (!(target instanceof Node) || ref.current?.contains(target) === true || anchor.contains(target))
      return;
    // It does nothing else: who closes a pop-up means no more than that.
    swallowClick();
    onClose();
  });
  useEffect(() => {
    const onPress = (event: PointerEvent): void => pressed(event);
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => document.removeEventListener('pointerdown', onPress, { capture: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // The dialog that it stands in stays open.
    event.stopPropagation();
    if (event.key === 'Tab') goRound(event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    const isElsewhere = relatedTarget !== null && !currentTarget.contains(relatedTarget);
    // A press on its control is about to close it.
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

/** The next Tab stop after the last one is the first one: what lies behind a pop-up is not reached from it by going on. */
function goRound(event: KeyboardEvent<HTMLElement>): void {
  const controls = event.currentTarget.querySelectorAll<HTMLElement>('a, button, input');
  const stops = [...controls].filter(({ tabIndex }) => tabIndex >= 0);
  const [end, beginning] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (event.target !== end) return;
  event.preventDefault();
  beginning?.focus();
}

/** In CSS pixels of the window. */
export type Edges = Pick<DOMRect, 'top' | 'bottom' | 'left'>;

/** Below something, or above it where there is more room; from its left edge on, as far as the window allows. */
export function placeBeside(root: HTMLElement, { top, bottom, left }: Edges): void {
  const { offsetWidth: width, offsetHeight: height } = root;
  const below = innerHeight - bottom;
  const isBelow = below >= height + 2 * DISTANCE || below >= top;
  const y = isBelow ? bottom + DISTANCE : top - DISTANCE - height;
  root.style.left = `${within(left, innerWidth - width)}px`;
  root.style.top = `${within(y, innerHeight - height)}px`;
}

function within(value: number, most: number): number {
  return Math.max(DISTANCE, Math.min(value, most - DISTANCE));
}
