/** Facts about the running app; null until known. */
import { atom } from 'jotai';
import type { AppInfo } from '#shared/ipc/app-info.ts';

export const appInfoAtom = atom<AppInfo | null>(null);
