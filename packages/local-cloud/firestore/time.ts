/**
 * Times of the server, as whole microseconds since the epoch (exact in a double until the year 2255). The
 * commit times of the real Firestore have the same resolution.
 */
import type { Timestamp } from './protocol.ts';

export type Micros = number;

export function toTimestamp(time: Micros): Timestamp {
  const seconds = Math.floor(time / 1e6);
  return { seconds: String(seconds), nanos: (time - seconds * 1e6) * 1000 };
}

export function toMicros(timestamp: Timestamp): Micros {
  return Number(timestamp.seconds ?? 0) * 1e6 + Math.floor((timestamp.nanos ?? 0) / 1000);
}

/** `2026-01-31T12:00:00.000123Z`; whole milliseconds are written with three digits. */
export function toIso(timestamp: Timestamp): string {
  const nanos = timestamp.nanos ?? 0;
  const iso = new Date(Number(timestamp.seconds ?? 0) * 1000).toISOString();
  const micros = String(Math.floor(nanos / 1000)).padStart(6, '0');
  return iso.replace(/\.\d+Z$/, `.${micros.endsWith('000') ? micros.slice(0, 3) : micros}Z`);
}

/** Parses the output of `toIso`, and any other ISO 8601 date and time with a zone; null for anything else. */
export function fromIso(text: string): Timestamp | null {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (parts === null) return null;
  const millis = Date.parse(`${parts[1] ?? ''}${parts[3] ?? ''}`);
  if (Number.isNaN(millis)) return null;
  return { seconds: String(millis / 1000), nanos: Number((parts[2] ?? '').padEnd(9, '0')) };
}

/** Gives times that strictly increase, whatever the machine's clock does. */
export class ServerClock {
  #last: Micros;

  /** @param last a time that all later ones must exceed */
  constructor(last: Micros = 0) {
    this.#last = last;
  }

  /** The latest returned time. */
  get last(): Micros {
    return this.#last;
  }

  next(): Micros {
    this.#last = Math.max(Date.now() * 1000, this.#last + 1);
    return this.#last;
  }

  /** A time for reads: not earlier than past commits, and not later than future ones. */
  now(): Micros {
    this.#last = Math.max(Date.now() * 1000, this.#last);
    return this.#last;
  }

  atLeast(time: Micros): void {
    this.#last = Math.max(this.#last, time);
  }
}
