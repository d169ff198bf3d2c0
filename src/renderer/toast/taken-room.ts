/** The room that a toast takes: its height, with the margin below and the gap above it. */
import { type RefObject, useLayoutEffect } from 'react';
import { roomAtom, TOAST_MARGIN } from '../components/toast-room.ts';
import { store } from '../state/store.ts';

/** Between the toast and what is above it, in CSS pixels. */
const GAP = 12;

/** @param ref an element in the notice's toast */
export function useTakenRoom(id: string, isShown: boolean, ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const toast = ref.current?.closest<HTMLElement>('.fui-Toast') ?? null;
    if (!isShown || toast === null) return undefined;
    const measure = (): void => {
      const height = toast.offsetHeight + TOAST_MARGIN + GAP;
      store.set(roomAtom, (room) => (room?.id === id && room.height === height ? room : { id, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(toast);
    return () => {
      observer.disconnect();
      store.set(roomAtom, (room) => (room?.id === id ? null : room));
    };
  }, [id, isShown, ref]);
}
