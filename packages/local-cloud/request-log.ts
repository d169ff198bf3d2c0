/** The requests that the cloud received, newest last, for tests of a client's requests. */

export interface ReceivedRequest {
  /** ISO 8601. */
  readonly time: string;
  /** Name of the call, as in faults: `Commit`, `Listen`, `SignInWithIdp`, … */
  readonly rpc: string;
  /** The user; null while signed out or if the token is refused. */
  readonly uid: string | null;
  readonly [detail: string]: unknown;
}

const MAX_ENTRIES = 10_000;

export class RequestLog {
  #entries: ReceivedRequest[] = [];

  add(rpc: string, uid: string | null, details: Readonly<Record<string, unknown>> = {}): void {
    this.#entries.push({ ...details, time: new Date().toISOString(), rpc, uid });
    if (this.#entries.length > MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES / 2);
  }

  list(): readonly ReceivedRequest[] {
    return [...this.#entries];
  }

  clear(): void {
    this.#entries = [];
  }
}
