/**
 * Transactions, optimistic: what was read in one is remembered with its version, and a commit is aborted where any
 * of it has changed since. They live in memory and are forgotten when they end.
 */
import { randomBytes } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type { Documents, StoredDocument } from './documents.ts';
import type { Consistency } from './protocol.ts';
import { invalidArgument, RpcError } from './rpc-error.ts';
import type { Micros } from './time.ts';

type Reads = Map<string, Micros | null>;

/** How long an abandoned transaction is remembered, as in real Firestore. */
const LIFETIME_MS = 270_000;

export class Transactions {
  readonly #documents: Documents;
  readonly #open = new Map<string, { readonly reads: Reads; readonly started: number }>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  begin(): Buffer {
    const oldest = Date.now() - LIFETIME_MS;
    for (const [key, { started }] of this.#open) if (started < oldest) this.#open.delete(key);
    const id = randomBytes(16);
    this.#open.set(id.toString('hex'), { reads: new Map(), started: Date.now() });
    return id;
  }

  /** The transaction that a read belongs to, begun here where the request asks for a new one. */
  join(request: Consistency): { readonly id: Buffer | null; readonly isNew: boolean } {
    if (request.newTransaction !== undefined) return { id: this.begin(), isNew: true };
    const given = request.transaction;
    return { id: given === undefined || given.length === 0 ? null : Buffer.from(given), isNew: false };
  }

  remember(id: Buffer | null, name: string, document: StoredDocument | null): void {
    if (id === null) return;
    const reads = this.#find(id);
    if (!reads.has(name)) reads.set(name, document?.updateTime ?? null);
  }

  /** Ends the transaction. @throws RpcError ABORTED where something read in it has changed */
  finish(id: Uint8Array | undefined): void {
    if (id === undefined || id.length === 0) return;
    const reads = this.#find(id);
    this.forget(id);
    for (const [name, version] of reads) {
      if ((this.#documents.get(name)?.updateTime ?? null) !== version) {
        throw new RpcError(status.ABORTED, 'Too much contention on these documents. Please try again.');
      }
    }
  }

  forget(id: Uint8Array): void {
    this.#open.delete(Buffer.from(id).toString('hex'));
  }

  #find(id: Uint8Array): Reads {
    const found = this.#open.get(Buffer.from(id).toString('hex'));
    if (found === undefined)
      throw invalidArgument('The referenced transaction has expired or is no longer valid.');
    return found.reads;
  }
}
