/**
 * Every secret that this cloud has issued or received: codes, verifiers, tokens, the client's secret. A test
 * searches for each of them in places where none may appear.
 */
export class IssuedSecrets {
  readonly #secrets = new Map<string, Set<string>>();

  /** Remembers the fields with one of these names. */
  take(fields: object, ...names: readonly string[]): void {
    for (const [name, value] of Object.entries(fields)) {
      if (!names.includes(name) || typeof value !== 'string' || value === '') continue;
      const secretsOfName = this.#secrets.get(name) ?? new Set();
      this.#secrets.set(name, secretsOfName.add(value));
    }
  }

  /** The secrets, each with its name in the protocol, such as `refresh_token`. */
  list(): readonly { readonly name: string; readonly value: string }[] {
    return [...this.#secrets].flatMap(([name, values]) => [...values].map((value) => ({ name, value })));
  }
}
