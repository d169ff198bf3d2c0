/** A value that only carries a type, so that tables of values can name types that no parser makes. */
export interface CarriedType<Type> {
  readonly type?: Type;
}

export function typeOf<Type>(): CarriedType<Type> {
  return {};
}
