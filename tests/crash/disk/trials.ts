/** The trials of one scenario in this process, whose calls go through `preload.c`. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '#shared/base/error.ts';
import { createRandomFor } from '#tests/fuzz/random.ts';
import { countBackups, readContents } from './contents.ts';
import { fail, type Fault, heal, record, watch } from './control.ts';
import { createPerson, type Person } from './person.ts';
import type { Loss } from '#tests/support/failing-disk/power-cut.ts';
import { createDisk, type Image, readImage } from './power-cut.ts';
import { type Change, parseRecord, type Recorded } from './record.ts';
import type { Scenario } from './scenarios.ts';

export interface Cut {
  /** Number of changes before it. */
  readonly after: number;
  readonly loss: Loss;
  readonly seed: number;
}

export interface Outcome {
  /** Which call failed, or when the power was cut. */
  readonly where: string;
  /** Equal for outcomes that probably have the same cause. */
  readonly cause: string;
  readonly problems: readonly string[];
}

export interface Trials {
  /** What the scenario does without failures. */
  readonly undisturbed: Recorded;
  fail(fault: Fault): Promise<Outcome>;
  cutPower(cut: Cut): Promise<Outcome>;
  close(): void;
}

/**
 * @param scratch path of an empty folder, which `close` removes
 * @throws Error if the scenario fails by itself, or if its record does not match the disk
 */
export async function prepareTrials(scenario: Scenario, scratch: string): Promise<Trials> {
  const folder = path.join(scratch, 'account');
  const baseline = path.join(scratch, 'baseline');
  mkdirSync(folder);
  watch(folder);
  const owed = [...(await scenario.prepare(folder))];
  cpSync(folder, baseline, { recursive: true });
  const backups = countBackups(folder);
  /** Suffixes of the names of files set aside without failures. Null until that is known. */
  let setAside: readonly string[] | null = scenario.isDamaged ? null : [];

  function reset(): void {
    rmSync(folder, { recursive: true, force: true });
    cpSync(baseline, folder, { recursive: true });
  }

  async function judge(person: Person): Promise<string[]> {
    const problems = await findProblems(person);
    return problems.map((problem) => problem.replaceAll(`${scratch}/`, ''));
  }

  /** Opens the account and compares its contents with the owed words. */
  async function findProblems(person: Person): Promise<string[]> {
    if (!person.open()) return [...person.problems, 'no longer opens'];
    person.askAgain();
    // As the app does after each opening.
    await person.takeWaiting();
    await person.close();
    try {
      const found = readContents(folder);
      const lost = [...person.owed].filter((word) => !found.words.has(word));
      const ends = endsOf(found.setAside);
      setAside ??= ends;
      return [
        ...person.problems,
        ...(lost.length > 0
          ? [`lost ${lost.length} of ${person.owed.size} words: ${lost.slice(0, 5).join(', ')}`]
          : []),
        ...(found.doubled.length > 0 ? [`twice: ${found.doubled.join(', ')}`] : []),
        ...(isDeepStrictEqual(ends, setAside) ? [] : [`set aside: ${found.setAside.join(', ')}`]),
        ...(found.backups < backups ? [`${found.backups} of ${backups} backups`] : []),
        ...found.setAside.filter((name) => name.endsWith('.unfinished')),
      ];
    } catch (error) {
      return [...person.problems, `cannot be read afterwards: ${messageOf(error)}`];
    }
  }

  /** Records what the scenario does without failures, from its prior contents. */
  async function recordOnce(): Promise<{ readonly image: Image; readonly recorded: Recorded }> {
    reset();
    const file = path.join(scratch, 'record');
    const image = readImage(folder);
    const person = createPerson(folder, owed);
    record(file);
    await scenario.act(person, folder);
    heal();
    const recorded = parseRecord(readFileSync(file));
    rmSync(file);
    expectWholeRecord(image, recorded);
    const problems = await judge(person);
    if (problems.length > 0) throw new Error(`While nothing fails: ${problems.join('; ')}`);
    return { image, recorded };
  }

  /** Checks that the record has each change of the folder: repeating them must give the same files. */
  function expectWholeRecord(image: Image, { changes }: Recorded): void {
    const again = path.join(scratch, 'again');
    const disk = createDisk(image);
    for (const change of changes) disk.apply(change);
    disk.writeTo(again, 'nothing is lost', createRandomFor(0, 0));
    const names = (of: string): string[] =>
      readdirSync(of, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
        .map((entry) => path.relative(of, path.join(entry.parentPath, entry.name)))
        .toSorted();
    const differ = new Set([...names(folder), ...names(again)]).values().filter((name) => {
      const [file, copy] = [path.join(folder, name), path.join(again, name)];
      return !existsSync(file) || !existsSync(copy) || !readFileSync(file).equals(readFileSync(copy));
    });
    const missed = [...differ];
    if (missed.length > 0) throw new Error(`The record does not give these files: ${missed.join(', ')}`);
    rmSync(again, { recursive: true });
  }

  const { image, recorded } = await recordOnce();
  const descriptions = describe(image, recorded.changes);

  return {
    undisturbed: recorded,
    async fail(fault) {
      reset();
      const person = createPerson(folder, owed);
      fail(fault);
      await scenario.act(person, folder);
      const failed = heal();
      person.end();
      const { at, error, once } = fault;
      return {
        where: `${error} ${once ? 'once' : 'for good'} at call ${at}, ${failed}`,
        // A failure while every call fails may have begun at any of them.
        cause: once ? failed : '',
        problems: (await judge(person)).filter(
          // Data that the disk fails to return twice is lost.
          (problem) => error !== 'EIO' || !scenario.isDamaged || !problem.startsWith('set aside'),
        ),
      };
    },
    async cutPower({ after, loss, seed }) {
      const words = new Set(owed);
      const disk = createDisk(image);
      for (const change of recorded.changes.slice(0, after)) {
        disk.apply(change);
        if (change.kind !== 'mark') continue;
        const [sign, word = ''] = change.text.split(' ');
        if (sign === '+') words.add(word);
        else words.delete(word);
      }
      disk.writeTo(folder, loss, createRandomFor(seed, after));
      // SQLite recreates it.
      rmSync(path.join(folder, 'notes.sqlite-shm'), { force: true });
      const last = descriptions[after - 1] ?? 'nothing';
      return {
        where: `power cut after change ${after}, ${last}, ${loss} (seed ${seed})`,
        cause: `power cut, ${last}`,
        problems: (await judge(createPerson(folder, words))).filter(
          // A last commit whose end is on the disk, but not its middle, looks like a damaged commit.
          (problem) => loss !== 'any part is lost' || !problem.startsWith('set aside'),
        ),
      };
    },
    close: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

/** Suffixes of the names of set-aside folders, which tell their content; the names begin with their time. */
function endsOf(names: readonly string[]): readonly string[] {
  return names.map((name) => name.replace(/^[\dT.-]+Z/, '')).toSorted();
}

/** The changes in readable form, with names of files in place of their inodes. */
function describe(image: Image, changes: readonly Change[]): string[] {
  const names = new Map<number, string>();
  const add = (node: Image, name: string): void => {
    names.set(node.inode, name);
    if ('names' in node)
      for (const [part, child] of node.names) add(child, name === '.' ? part : `${name}/${part}`);
  };
  add(image, '.');
  return changes.map((change) => {
    if (change.kind === 'create' || change.kind === 'mkdir') names.set(change.inode, change.name);
    if (change.kind === 'mark') return 'an answer';
    if ('to' in change) return `${change.kind} to ${change.to}`;
    return `${change.kind} ${'name' in change ? change.name : names.get(change.inode)}`;
  });
}
