/**
 * The settings of this device: parsed field by field, so that one that is wrong or from another version costs only
 * itself, and kept in a file that survives the app.
 */
import * as v from 'valibot';
import { messageOf } from '#shared/error.ts';
import { SETTINGS_FIELDS } from '#shared/ipc/schemas.ts';
import { DEFAULT_SETTINGS, type Settings } from '#shared/settings.ts';
import type { JsonFile } from './json-file.ts';

/** What the file holds, each field as it comes where it is missing or wrong. */
const stored = v.object({
  theme: v.fallback(SETTINGS_FIELDS.theme, DEFAULT_SETTINGS.theme),
  launchAtLogin: v.fallback(SETTINGS_FIELDS.launchAtLogin, DEFAULT_SETTINGS.launchAtLogin),
  startHidden: v.fallback(SETTINGS_FIELDS.startHidden, DEFAULT_SETTINGS.startHidden),
  quickNoteShortcut: v.fallback(SETTINGS_FIELDS.quickNoteShortcut, DEFAULT_SETTINGS.quickNoteShortcut),
  spellCheckLanguages: v.fallback(SETTINGS_FIELDS.spellCheckLanguages, DEFAULT_SETTINGS.spellCheckLanguages),
  emptyTrashAfter: v.fallback(SETTINGS_FIELDS.emptyTrashAfter, DEFAULT_SETTINGS.emptyTrashAfter),
});

export interface SettingsStore {
  readonly current: Settings;
  /** Why the last change is not in the file, in a sentence; it holds until the app ends all the same. */
  readonly problem: string | null;
  change(patch: Partial<Settings>): void;
}

export function createSettings(file: JsonFile): SettingsStore {
  const before: unknown = file.read();
  const parsed = v.safeParse(stored, before);
  let current: Settings = parsed.success ? parsed.output : DEFAULT_SETTINGS;
  let problem: string | null = null;
  return {
    get current() {
      return current;
    },
    get problem() {
      return problem;
    },
    change(patch) {
      current = { ...current, ...patch };
      try {
        // What a newer version put there stays there.
        file.write({ ...(isObject(before) ? before : {}), ...current });
        problem = null;
      } catch (error) {
        problem = `The settings could not be saved: ${messageOf(error)}`;
      }
    },
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
