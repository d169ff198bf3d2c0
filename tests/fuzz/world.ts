/** What a step of a run can reach. */
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import type { Device } from './device.ts';
import type { NobodysWords } from './ledger.ts';
import type { Person, Report } from './people.ts';
import type { Random } from './random.ts';

export interface World<D extends Device = Device> {
  readonly people: readonly Person[];
  readonly nobodys: NobodysWords;
  readonly devices: readonly D[];
  readonly report: Report;
  /**
   * What the cloud must have in the end, which is known exactly if one device alone works on its notes. Null
   * with more devices or other clients, and from the moment when files are damaged or nobody knows what was
   * done.
   */
  expected: ReadonlyMap<Person, Map<NoteId, NoteFields>> | null;
  /** Whether one device works alone, so that nothing is ever merged. */
  readonly alone: boolean;
  /** Adds work that goes on beside the steps, until the run is healed. */
  readonly background: (work: Promise<void>) => void;
  /** Lets up to so many milliseconds pass. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * One step at a device. It returns, perhaps only after some time, what it did, for the readers of a failing
 * run; null if it did nothing.
 */
export type Step<D extends Device = Device> = (scene: Scene<D>) => string | null | Promise<string | null>;

export interface Scene<D extends Device = Device> {
  readonly world: World<D>;
  readonly device: D;
  readonly random: Random;
}
