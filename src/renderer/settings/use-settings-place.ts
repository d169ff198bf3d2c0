/** Focuses the setting at which the settings were opened, as soon as it is there. */
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { settingsPlaceAtom } from './app-dialog.ts';

export function useSettingsPlace(): void {
  const place = useAtomValue(settingsPlaceAtom);
  const isReached = useRef(false);
  // After each rendering, because some settings arrive later.
  useEffect(() => {
    if (place === null || isReached.current) return undefined;
    // The dialog first focuses its first control.
    const frame = requestAnimationFrame(() => {
      const row = document.querySelector<HTMLElement>(`[data-setting="${place}"]`);
      if (row === null) return;
      isReached.current = true;
      row.scrollIntoView({ block: 'center' });
      const control =
        row.querySelector<HTMLElement>(':checked:enabled') ??
        row.querySelector<HTMLElement>(':is(button, input):enabled');
      // A setting without a control that can be used, such as one that depends on another.
      if (control === null) row.tabIndex = -1;
      (control ?? row).focus();
    });
    return () => cancelAnimationFrame(frame);
  });
}
