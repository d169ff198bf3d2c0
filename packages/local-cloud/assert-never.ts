/** Ends an exhaustive switch: a new member of the union becomes a compile error here. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
