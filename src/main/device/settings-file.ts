/**
 * The file with the settings of this device. It is parsed field by field, so that a setting that is wrong or
 * from another version does not affect the others. If the file cannot be read, it is not overwritten: changes
 * are in effect until the app ends, and are merged into the file once it can be read. Choices of an account
 * are stored under a digest of its id.
 */
import * as v from 'valibot';
import { messageOf } from '#shared/base/error.ts';
import { SETTINGS_FIELDS, trashDays } from '#shared/ipc/schemas.ts';
import type { Uid } from '#shared/note/note.ts';
import { DEFAULT_SETTINGS, type Settings, type TrashDays } from '#shared/ipc/settings.ts';
import type { Report } from '#shared/base/log.ts';
import { accountDigest } from './account-digest.ts';
import type { JsonFile } from './json-file.ts';

export interface SettingsFile {
  readonly settings: Settings;
  /** Why the last change, which is in effect until the app ends, is not in the file; null if it is. */
  readonly problem: string | null;
  change(patch: Partial<Settings>): void;
  /** Days after which the account's trash is emptied on this device; null, never, by default. */
  trashDaysOf(uid: Uid): TrashDays;
  chooseTrashDays(uid: Uid, days: TrashDays): void;
}

/** A missing or wrong field gets its default. */
const contentSchema = v.object({
  theme: v.fallback(SETTINGS_FIELDS.theme, DEFAULT_SETTINGS.theme),
  launchAtLogin: v.fallback(SETTINGS_FIELDS.launchAtLogin, DEFAULT_SETTINGS.launchAtLogin),
  startHidden: v.fallback(SETTINGS_FIELDS.startHidden, DEFAULT_SETTINGS.startHidden),
  quickNoteShortcut: v.fallback(SETTINGS_FIELDS.quickNoteShortcut, DEFAULT_SETTINGS.quickNoteShortcut),
  toldOfShortcut: v.fallback(SETTINGS_FIELDS.toldOfShortcut, DEFAULT_SETTINGS.toldOfShortcut),
  spellCheckLanguages: v.fallback(SETTINGS_FIELDS.spellCheckLanguages, DEFAULT_SETTINGS.spellCheckLanguages),
  storeWithoutKeyStore: v.fallback(
    SETTINGS_FIELDS.storeWithoutKeyStore,
    DEFAULT_SETTINGS.storeWithoutKeyStore,
  ),
  drawerPinned: v.fallback(SETTINGS_FIELDS.drawerPinned, DEFAULT_SETTINGS.drawerPinned),
  hideFromScreenSharing: v.fallback(
    SETTINGS_FIELDS.hideFromScreenSharing,
    DEFAULT_SETTINGS.hideFromScreenSharing,
  ),
  /** By the account's digest. */
  emptyTrashAfter: v.fallback(v.record(v.string(), v.fallback(trashDays, null)), {}),
});

export function createSettingsFile(file: JsonFile, onTrouble: Report): SettingsFile {
  let isRead = false;
  let before: unknown;
  let settings = DEFAULT_SETTINGS;
  let emptyTrashAfter: Readonly<Record<string, TrashDays>> = {};
  /** All changes since the start. */
  let changes: Partial<Settings> = {};
  let problem: string | null = null;

  /** @throws the file system's error; the next call tries again */
  function readOnce(): void {
    if (isRead) return;
    before = file.read();
    isRead = true;
    const parsed = v.safeParse(contentSchema, before);
    if (!parsed.success) return;
    const { emptyTrashAfter: chosen, ...others } = parsed.output;
    settings = { ...others, ...changes };
    emptyTrashAfter = { ...chosen, ...emptyTrashAfter };
  }

  function store(): void {
    try {
      readOnce();
      // Fields of a newer version stay in the file.
      file.write({
        ...(isObject(before) ? before : {}),
        ...settings,
        emptyTrashAfter: daysIn(emptyTrashAfter),
      });
      problem = null;
    } catch (error) {
      problem = `The settings could not be saved: ${messageOf(error)}`;
    }
  }

  try {
    readOnce();
  } catch (error) {
    onTrouble('settings-unreadable', error);
  }
  return {
    get settings() {
      return settings;
    },
    get problem() {
      return problem;
    },
    change(patch) {
      changes = { ...changes, ...patch };
      settings = { ...settings, ...patch };
      store();
    },
    trashDaysOf: (uid) => emptyTrashAfter[accountDigest(uid)] ?? null,
    chooseTrashDays(uid, days) {
      emptyTrashAfter = { ...emptyTrashAfter, [accountDigest(uid)]: days };
      store();
    },
  };
}

/** Null is not written, because it is the default. */
function daysIn(chosen: Readonly<Record<string, TrashDays>>): Readonly<Record<string, TrashDays>> {
  return Object.fromEntries(Object.entries(chosen).filter(([, days]) => days !== null));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
