/**
 * The settings of this device: parsed field by field, so that one that is wrong or from another version costs only
 * itself, and kept in a file that survives the app.
 */
import * as v from 'valibot';
import { messageOf } from '#shared/error.ts';
import { DEFAULT_SETTINGS, type Settings, THEMES, TRASH_DAYS } from '#shared/settings.ts';
import type { JsonFile } from './json-file.ts';

const accelerator = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const language = v.pipe(v.string(), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/));

const FIELDS = {
  theme: v.picklist(THEMES),
  launchAtLogin: v.boolean(),
  startHidden: v.boolean(),
  quickNoteShortcut: v.nullable(accelerator),
  spellCheckLanguages: v.nullable(v.pipe(v.array(language), v.maxLength(50))),
  emptyTrashAfter: v.nullable(v.picklist(TRASH_DAYS.filter((days) => days !== null))),
} as const satisfies { readonly [Key in keyof Settings]: v.GenericSchema<unknown, Settings[Key]> };

/** What the file holds, each field as it comes where it is missing or wrong. */
const stored = v.object({
  theme: v.fallback(FIELDS.theme, DEFAULT_SETTINGS.theme),
  launchAtLogin: v.fallback(FIELDS.launchAtLogin, DEFAULT_SETTINGS.launchAtLogin),
  startHidden: v.fallback(FIELDS.startHidden, DEFAULT_SETTINGS.startHidden),
  quickNoteShortcut: v.fallback(FIELDS.quickNoteShortcut, DEFAULT_SETTINGS.quickNoteShortcut),
  spellCheckLanguages: v.fallback(FIELDS.spellCheckLanguages, DEFAULT_SETTINGS.spellCheckLanguages),
  emptyTrashAfter: v.fallback(FIELDS.emptyTrashAfter, DEFAULT_SETTINGS.emptyTrashAfter),
});

/** A change of some of the settings, as a page asks for it. */
export const settingsPatch = v.strictObject({
  theme: v.exactOptional(FIELDS.theme),
  launchAtLogin: v.exactOptional(FIELDS.launchAtLogin),
  startHidden: v.exactOptional(FIELDS.startHidden),
  quickNoteShortcut: v.exactOptional(FIELDS.quickNoteShortcut),
  spellCheckLanguages: v.exactOptional(FIELDS.spellCheckLanguages),
  emptyTrashAfter: v.exactOptional(FIELDS.emptyTrashAfter),
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
