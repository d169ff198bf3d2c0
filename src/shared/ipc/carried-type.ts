/** A value that only carries a type, for types in a table of values that no parser makes. */
export interface CarriedType<Type> {
  readonly type?: Type;
}

export function typeOf<Type>(): CarriedType<Type> {
  return {};
}
