/**
 * The thread of search. It works in slices of a few milliseconds, between which it hears of new questions. Who
 * waits for an answer goes first, then what is still to be counted, then the index. A damaged index is made
 * anew; damaged notes are the main process's to mend.
 */
import type { MessagePort } from 'node:worker_threads';
import { messageOf } from '#shared/error.ts';
import { isDamage } from '../store-error.ts';
import { type Found, type FromSearch, Gate, type Question, type SearchTask, type ToSearch } from './ask.ts';
import { NotesError, openSearch, type OpenSearch, removeIndex } from './open-search.ts';
import type { Partly } from './search.ts';

/** Work between two looks at what is asked, and the step that is under way: as long a new question waits for an old one that is still being counted. */
const SLICE_MS = 1;
/** A full page is answered without the total where more notes than this are to be looked at for it. */
const COUNT_LOOKS = 64;
/** The first sync and whoever types have the machine for themselves. */
const QUIET_MS = 2000;
/** While notes are written without end, the log of the notes is folded so often. */
const FOLD_MS = 2000;
/** An index that is damaged again and again stands on a broken disk. */
const MOST_RENEWALS = 3;

interface Asked {
  readonly id: number;
  readonly question: Question;
  steps: Generator<Partly, Found>;
  latest: Found;
  isAnswered: boolean;
}

const NOTHING: Found = { keys: [], total: 0, counted: false };

export function serveSearch(port: MessagePort, { database, gate: memory }: SearchTask): void {
  const gate = new Int32Array(memory);
  if (Atomics.compareExchange(gate, 0, Gate.unopened, Gate.open) !== Gate.unopened) {
    port.close();
    return;
  }
  let opened: OpenSearch | null = null;
  let asked: Asked[] = [];
  let care: Generator<number | null, void> | null = null;
  let quiet: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  let renewals = 0;
  let foldedAt = performance.now();
  let builds = true;

  function tell(message: FromSearch): void {
    port.postMessage(message);
  }

  function search(): OpenSearch['search'] {
    opened ??= openSearch(database);
    return opened.search;
  }

  function renew(): void {
    care = null;
    opened?.close();
    opened = null;
    removeIndex(database);
    for (const one of asked) one.steps = search().find(one.question);
  }

  function close(): void {
    clearTimeout(quiet);
    clearImmediate(turn);
    try {
      care?.return();
      opened?.close();
    } catch {
      // What is not finished is done again by the next start.
    }
    opened = null;
    Atomics.store(gate, 0, Gate.closed);
    Atomics.notify(gate, 0);
    port.close();
  }

  /** Runs work; an index that fails is made anew, and everything else ends the thread. */
  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      renewals += 1;
      if (error instanceof NotesError || renewals > MOST_RENEWALS) fail(error);
      else attempt(renew);
    }
  }

  function fail(error: unknown): void {
    const damaged = error instanceof NotesError && error.damaged;
    tell({ kind: 'failed', damaged, reason: messageOf(error) });
    close();
  }

  function take(message: ToSearch): void {
    if (message.kind === 'close') {
      close();
      return;
    }
    if (message.kind === 'find') attempt(() => ask(message.id, message.question));
    else if (asked.length === 0 && performance.now() - foldedAt > FOLD_MS) foldLog();
    waitForQuiet();
  }

  function ask(id: number, question: Question): void {
    const overtaken = asked.filter((one) => one.question.list === question.list);
    asked = asked.filter((one) => !overtaken.includes(one));
    for (const one of overtaken) answer(one);
    const steps = search().find(question);
    asked.push({ id, question, steps, latest: NOTHING, isAnswered: false });
    goOn();
  }

  function answer(one: Asked): void {
    const { keys, total, counted } = one.latest;
    if (!one.isAnswered) tell({ kind: 'found', id: one.id, found: { keys, total, counted } });
    one.isAnswered = true;
  }

  function advance(one: Asked): void {
    const from = performance.now();
    for (;;) {
      const step = one.steps.next();
      one.latest = step.value;
      if (step.done === true) {
        asked = asked.filter((other) => other !== one);
        if (one.isAnswered) tell({ kind: 'counted' });
        answer(one);
        return;
      }
      if (step.value.keys.length === one.question.limit && step.value.open > COUNT_LOOKS) answer(one);
      if (performance.now() - from >= SLICE_MS) return;
    }
  }

  function careOn(): void {
    const from = performance.now();
    while (care !== null && performance.now() - from < SLICE_MS) {
      const step = care.next();
      if (step.done === true) care = null;
      else if (step.value !== null) tell({ kind: 'learnt', through: step.value });
    }
  }

  /** One slice, and another one when everything else had its turn. */
  function goOn(): void {
    clearImmediate(turn);
    turn = undefined;
    attempt(() => {
      const next = asked.find((one) => !one.isAnswered) ?? asked.at(-1);
      if (next !== undefined) advance(next);
      else careSafely();
    });
    if (opened !== null && (asked.length > 0 || care !== null)) turn = setImmediate(goOn);
  }

  function careSafely(): void {
    try {
      careOn();
    } catch (error) {
      care = null;
      if (error instanceof NotesError || isDamage(error)) throw error;
      // A full disk, say: search goes on with what there is.
      builds = false;
      tell({ kind: 'trouble', reason: `The search index is not complete: ${messageOf(error)}` });
    }
  }

  function foldLog(): void {
    foldedAt = performance.now();
    try {
      opened?.foldLog();
    } catch {
      // The main process does it when the log has become long, and is told then what is wrong.
    }
  }

  function waitForQuiet(): void {
    clearTimeout(quiet);
    if (Atomics.load(gate, 0) !== Gate.open) return;
    quiet = setTimeout(() => {
      foldLog();
      attempt(() => {
        if (search().isWorn()) renew();
        care ??= builds && search().needsBuild() ? search().build() : search().warm();
      });
      goOn();
    }, QUIET_MS);
  }

  port.on('message', take);
  attempt(() => void search());
  waitForQuiet();
}
