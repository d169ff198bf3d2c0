/** `globalShortcut`: remembered; tests press keys by calling what `record.shortcuts` holds. Limit: no key is ever caught. */
import { record } from './record.ts';
import { runtime } from './runtime.ts';
import { strict } from './strict.ts';

let suspended = false;

function register(accelerator: string, callback: () => void): boolean {
  if (!runtime.ready) throw new Error('globalShortcut cannot be used before the app is ready');
  if (suspended || record.shortcuts.has(accelerator)) return false;
  record.shortcuts.set(accelerator, callback);
  return true;
}

export const globalShortcut = strict('globalShortcut', {
  register,
  isRegistered: (accelerator: string): boolean => record.shortcuts.has(accelerator),
  unregister: (accelerator: string): void => void record.shortcuts.delete(accelerator),
  isSuspended: (): boolean => suspended,
  setSuspended(value: boolean): void {
    suspended = value;
  },
});
