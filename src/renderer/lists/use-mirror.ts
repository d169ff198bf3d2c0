/** Aligns the drawn lines of a text with its text area, and marks the line under the pointer. */
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { lineAt } from './line-at.ts';

type Ref<Type> = RefObject<Type | null>;

export function useMirror(fieldRef: Ref<HTMLTextAreaElement>, linesRef: Ref<HTMLElement>): void {
  useLayoutEffect(() => follow(fieldRef.current, linesRef.current));

  useEffect(() => {
    const [field, root] = [fieldRef.current, linesRef.current];
    const frame = field?.parentElement;
    if (!field || !root || !frame) return undefined;
    const ends = new AbortController();
    const { signal } = ends;
    const onChange = (): void => follow(field, root);
    field.addEventListener('scroll', onChange, { signal });
    // A scroll bar that appears or disappears changes the room for the letters, and with it this size.
    const observer = new ResizeObserver(onChange);
    observer.observe(field);
    let hovered: Element | undefined;
    const hover = (line: Element | undefined): void => {
      if (line === hovered) return;
      hovered?.removeAttribute('data-hover');
      hovered = line;
      line?.setAttribute('data-hover', '');
    };
    frame.addEventListener('pointermove', ({ clientY }) => hover(root.children[lineAt(root, clientY)]), {
      signal,
    });
    frame.addEventListener('pointerleave', () => hover(undefined), { signal });
    return () => {
      ends.abort();
      observer.disconnect();
    };
  }, [fieldRef, linesRef]);
}

function follow(field: HTMLTextAreaElement | null, lines: HTMLElement | null): void {
  const scrolled = lines?.parentElement;
  if (field === null || !scrolled) return;
  scrolled.style.width = `calc(100% - ${field.offsetWidth - field.clientWidth}px)`;
  scrolled.style.transform = field.scrollTop === 0 ? '' : `translateY(${-field.scrollTop}px)`;
}
