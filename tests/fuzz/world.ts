/** The objects that a step of a run can use. */
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
   * The expected contents of the cloud, known exactly if a single device works on its notes. Null with more
   * devices or other clients, and once files are damaged or an outcome is unknown.
   */
  expected: ReadonlyMap<Person, Map<NoteId, NoteFields>> | null;
  /** Whether one device works alone, so that nothing is ever merged. */
  readonly alone: boolean;
  /** Adds work that runs beside the steps, until the run is healed. */
  readonly background: (work: Promise<void>) => void;
  /** Lets up to this many milliseconds pass. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * One step at a device. It returns a description for the readers of a failing run, perhaps only after some
 * time; null if it did nothing.
 */
export type Step<D extends Device = Device> = (scene: Scene<D>) => string | null | Promise<string | null>;

export interface Scene<D extends Device = Device> {
  readonly world: World<D>;
  readonly device: D;
  readonly random: Random;
}
