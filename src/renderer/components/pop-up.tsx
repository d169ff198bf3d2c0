/**
 * A small dialog beside the control that opened it: Fluent UI's popover. Tab cycles inside. Esc, a press
 * elsewhere or a focus change closes it, and the focus returns to where it was.
 */
import { makeStyles, mergeClasses, Popover, PopoverSurface } from '@fluentui/react-components';
import { type JSX, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { tokens } from '../theme/theme.ts';
import { swallowPressBeside } from './press.ts';

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    maxWidth: 'calc(100vw - 16px)',
    maxHeight: 'calc(100vh - 16px)',
    padding: tokens.spacingVerticalM,
    overflow: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: tokens.shadow16,
    filter: 'none',
    cursor: 'default',
  },
});

/** Traps Tab but hides nothing from screen readers: the note behind shows a choice at once. */
const TRAP = JSON.stringify({ modalizer: { id: 'pop-up', isOthersAccessible: true, isTrapped: true } });

interface PopUpProps {
  readonly name: string;
  /** The control that the pop-up opens beside. If it leaves the page, the pop-up stays where it is. */
  readonly anchor: Element;
  readonly className?: string;
  readonly onClose: () => void;
  /** The element with `data-first-focus` gets the focus, or else the first focusable one. */
  readonly children: ReactNode;
}

export function PopUp({ name, anchor, className, onClose, children }: PopUpProps): JSX.Element {
  const styles = useStyles();
  const ref = useRef<HTMLDivElement>(null);
  const target = useMemo(() => lastingTarget(anchor), [anchor]);
  useLayoutEffect(() => {
    const before = document.activeElement;
    anchor.setAttribute('aria-expanded', 'true');
    return () => {
      anchor.removeAttribute('aria-expanded');
      if (isFocusIn(ref.current) && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [anchor]);
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus({ preventScroll: true });
    // A press outside of all controls leaves the focus in the pop-up until its click closes the pop-up.
    const preventFocusChange = (event: MouseEvent): void => {
      const control = event.target instanceof Element ? event.target.closest('button, input, label') : null;
      if (control === null || ref.current?.contains(control) !== true) event.preventDefault();
    };
    document.addEventListener('mousedown', preventFocusChange, { capture: true });
    return () => document.removeEventListener('mousedown', preventFocusChange, { capture: true });
  }, []);
  return (
    <Popover
      open
      closeOnScroll
      positioning={{
        target,
        position: 'below',
        align: 'start',
        offset: 6,
        overflowBoundaryPadding: 8,
        shiftToCoverTarget: true,
      }}
      onOpenChange={(event) => {
        // A click on the control closes the pop-up by itself.
        if (event.target instanceof Node && anchor.contains(event.target)) return;
        // A press that closes the pop-up does nothing else.
        swallowPressBeside(event);
        onClose();
      }}
    >
      <PopoverSurface
        ref={(surface: HTMLDivElement | null) => {
          ref.current = surface;
        }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the code for keys and focus looks for this role
        role="dialog"
        aria-label={name}
        data-tabster={TRAP}
        className={mergeClasses(styles.root, className)}
        // Elements around the pop-up must not get the key; Fluent would close a dialog, for example.
        onKeyDown={(event) => event.stopPropagation()}
        onBlur={({ relatedTarget, currentTarget }) => {
          const isElsewhere = relatedTarget !== null && !currentTarget.contains(relatedTarget);
          if (isElsewhere && !anchor.contains(relatedTarget)) onClose();
        }}
      >
        {children}
      </PopoverSurface>
    </Popover>
  );
}

function isFocusIn(element: Element | null): boolean {
  return element?.contains(document.activeElement) === true;
}

/** The place for the pop-up: that of the anchor, or its last one once the anchor has left the page. */
function lastingTarget(anchor: Element): { contextElement: Element; getBoundingClientRect: () => DOMRect } {
  let edges = anchor.getBoundingClientRect();
  return {
    contextElement: anchor,
    getBoundingClientRect() {
      if (anchor.isConnected) edges = anchor.getBoundingClientRect();
      return edges;
    },
  };
}
