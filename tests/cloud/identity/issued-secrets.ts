/**
 * Everything secret that this cloud has given out or been shown: codes, verifiers, tokens, the client's secret. A test
 * looks for each of them where none may be.
 */
export class IssuedSecrets {
  readonly #secrets = new Map<string, Set<string>>();

  /** Takes what of `fields` has one of these names. */
  take(fields: object, ...names: readonly string[]): void {
    for (const [name, value] of Object.entries(fields)) {
      if (!names.includes(name) || typeof value !== 'string' || value === '') continue;
      const known = this.#secrets.get(name) ?? new Set();
      this.#secrets.set(name, known.add(value));
    }
  }

  /** By the name that the protocol has for them, such as `refresh_token`. */
  list(): readonly { readonly name: string; readonly value: string }[] {
    return [...this.#secrets].flatMap(([name, values]) => [...values].map((value) => ({ name, value })));
  }
}
