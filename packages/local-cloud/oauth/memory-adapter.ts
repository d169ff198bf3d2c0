/**
 * Stores the sign-ins under way for `oidc-provider`: in memory, separately for each provider. Finished
 * sign-ins continue as Firebase refresh tokens, so nothing here needs to survive the process.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  readonly payload: AdapterPayload;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Makes the factory from which a provider gets one adapter for each of its models. */
export function memoryAdapters(): (model: string) => Adapter {
  const entries = new Map<string, Entry>();
  return (model) => new MemoryAdapter(model, entries);
}

class MemoryAdapter implements Adapter {
  readonly #model: string;
  readonly #entries: Map<string, Entry>;

  constructor(model: string, entries: Map<string, Entry>) {
    this.#model = model;
    this.#entries = entries;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn = Number.POSITIVE_INFINITY): Promise<void> {
    const now = Date.now();
    for (const [key, entry] of this.#entries) if (entry.expiresAt <= now) this.#entries.delete(key);
    this.#entries.set(this.#key(id), { payload, expiresAt: now + expiresIn * 1000 });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#find((key) => key === this.#key(id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#find((key, { payload }) => key.startsWith(`${this.#model}:`) && payload.uid === uid);
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const entry = this.#entries.get(this.#key(id));
    if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#entries.delete(this.#key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of this.#entries)
      if (payload.grantId === grantId) this.#entries.delete(key);
  }

  #key(id: string): string {
    return `${this.#model}:${id}`;
  }

  #find(wanted: (key: string, entry: Entry) => boolean): AdapterPayload | undefined {
    for (const [key, entry] of this.#entries) {
      if (wanted(key, entry) && entry.expiresAt > Date.now()) return entry.payload;
    }
    return undefined;
  }
}
