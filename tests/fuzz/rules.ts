/**
 * Rules of the app that `broken-rules.ts` breaks, and where that must be noticed: in the simulation, in runs
 * of moments, or in a scenario of `tests/crash/disk`.
 */
import type { BrokenRule } from './break-rule.ts';

export interface NamedRule {
  readonly name: string;
  readonly changes: BrokenRule;
  readonly noticedIn: 'simulation' | 'moments' | { readonly scenario: string };
}

const ACCOUNT = 'src/account/account.ts';
const OPENING = 'src/account/opening.ts';
const LOG = 'src/account/database/log.ts';
const COMBINE = 'src/account/recovery/combine.ts';
const UPKEEP = 'src/account/upkeep/upkeep.ts';
const SALVAGE = 'src/account/recovery/salvage.ts';
const SOURCES = 'src/account/recovery/sources.ts';

export const RULES: readonly NamedRule[] = [
  inSimulation('backups are not asked', {
    file: SOURCES,
    from: 'for (const backup of newest !== null && isWhole(newest) ? [] : backups) {',
    to: 'for (const backup of backups.slice(0, 0)) {',
  }),
  inSimulation('answers are not stored', {
    file: ACCOUNT,
    from: 'answers.store(id, value, storesWords(channel));',
    to: '',
  }),
  inSimulation('waiting words are removed before they are stored', {
    file: 'src/main/account/words.ts',
    from: 'if (words === null || !account.isOpen()) return;',
    to: 'if (words === null || !account.isOpen()) return; await store.removeTaken(entry);',
  }),
  inSimulation('doubts are not recorded', {
    file: COMBINE,
    from: 'doubts: placed.flatMap(({ doubt }) => doubt ?? []),',
    to: 'doubts: [],',
  }),
  inSimulation('unsaved words are dropped', {
    file: 'src/account/requests.ts',
    from: '      unsaved.add(words, newId);\n',
    to: '',
  }),
  inSimulation("trash expires by the device's clock", {
    file: UPKEEP,
    from: 'const unchangedSince = daysBefore(now, trashDays);',
    to: "const unchangedSince = daysBefore(`${Math.floor(clock.now() / 1000)}`.padStart(12, '0') + now.slice(12), trashDays);",
  }),
  inSimulation('a live account is not confirmed', {
    file: 'src/account/sync/incoming.ts',
    from: 'else store.setConfirmed();',
    to: '',
  }),
  inSimulation('salvage forgets drafts', {
    file: SALVAGE,
    from: 'const placed = { ...rows,',
    to: 'const placed = { ...rows, drafts: [],',
  }),
  inSimulation('salvage forgets the history', {
    file: SALVAGE,
    from: 'history: withVersions(rows.history)',
    to: 'history: []',
  }),
  inSimulation('salvage forgets the outbox', {
    file: SALVAGE,
    from: 'const placed = { ...rows,',
    to: 'const placed = { ...rows, outbox: [],',
  }),
  inSimulation('a log that has a break is opened as usual', {
    file: OPENING,
    from: 'if (!continuesFile(log, file))',
    to: 'if (!continuesFile({ ...log, breaks: [] }, file))',
  }),
  inSimulation('frames behind a break are not read', {
    file: LOG,
    from: 'frames: frames.slice(0, committed)',
    to: 'frames: frames.slice(0, Math.min(committed, breaks[0] ?? committed))',
  }),
  inMoments('the tag of a log is not compared with that of its file', {
    file: LOG,
    from: '  if (frames.length === 0) return true;\n',
    to: '  return true;\n',
  }),
  inMoments('pages that no table has are ignored', {
    file: 'src/account/recovery/read-damaged.ts',
    from: 'const { broken, misplacedPages, areRowsMissing } = found;',
    to: 'const { broken, areRowsMissing, misplacedPages } = { ...found, misplacedPages: [] as number[] };',
  }),
  inMoments('a backup is made without a check', {
    file: 'src/account/upkeep/daily-backup.ts',
    from: 'if (listBackups(database).length > 0) {',
    to: 'if (database === null) {',
  }),
  inMoments('a damaged file stays for ever', {
    file: 'src/account/recovery/set-aside.ts',
    from: "  if (isWhole || unread.size === 0) return '';\n",
    to: "  if (!isWhole || unread.size > 0) return '.unread';\n",
  }),
  onDisk('opening an older copy', 'an older copy is not noticed', {
    file: OPENING,
    from: '    refuseOlderCopy(database, file);\n',
    to: '',
  }),
  onDisk('opening an older copy', 'the number is not raised', {
    file: 'src/account/database/connection.ts',
    from: 'if (isChange || changes.get() !== changesBefore) raiseNumber.run();',
    to: '',
  }),
  onDisk(
    'opening',
    'every error counts as a missing file, and a new database replaces the existing one',
    {
      file: 'src/disk/there.ts',
      from: 'if (isMissing(error)) return undefined;',
      to: 'return undefined;',
    },
    {
      file: 'src/account/database/new-database.ts',
      from: 'linkSync(building, file);',
      to: 'renameSync(building, file); return;',
    },
  ),
  onDisk('opening a damaged file with a backup', 'every error counts as damage of the read data', {
    file: 'src/account/database/store-error.ts',
    from: "if (code !== '' && !isDamage(error) && !OF_DATA.test(code)) throw error;",
    to: '',
  }),
  onDisk('opening a damaged file with a backup', 'a state that is not whole is read once', {
    file: SOURCES,
    from: 'if (state !== null && isWhole(state.tables)) return state;',
    to: 'return state;',
  }),
  onDisk('opening a damaged file with a backup', 'a failed opening has no guard', {
    file: OPENING,
    from: 'const guard = openGuard(file);',
    to: "const guard = openDatabase(':memory:');",
  }),
  onDisk('opening', 'a file is not opened a second time before its salvage', {
    file: OPENING,
    from: '  try {\n    return openSound(file, true);\n  } catch (error) {\n    refuseUnlessLost(error);\n  }\n',
    to: '',
  }),
  onDisk('going on with a salvage', 'a new database does not store its sources', {
    file: SALVAGE,
    from: "    made_from: folders.map(timeIn).join(' '),\n",
    to: '',
  }),
];

function inSimulation(name: string, ...changes: BrokenRule): NamedRule {
  return { name, changes, noticedIn: 'simulation' };
}

function inMoments(name: string, ...changes: BrokenRule): NamedRule {
  return { name, changes, noticedIn: 'moments' };
}

function onDisk(scenario: string, name: string, ...changes: BrokenRule): NamedRule {
  return { name, changes, noticedIn: { scenario } };
}
