/** Focuses a setting if the settings were opened at it. */
import { useAtomValue } from 'jotai';
import { type RefObject, useEffect } from 'react';
import { settingsPlaceAtom, type SettingsPlace } from './app-dialog.ts';

/** @param selector of the element to focus, at or below that of `ref` */
export function useSettingsPlace(
  place: SettingsPlace,
  ref: RefObject<HTMLElement | null>,
  selector: string,
): void {
  const startsHere = useAtomValue(settingsPlaceAtom) === place;
  useEffect(() => {
    if (!startsHere) return undefined;
    // The dialog first focuses its first control.
    const frame = requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>(selector)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [startsHere, ref, selector]);
}
