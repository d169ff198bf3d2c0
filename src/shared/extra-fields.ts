/**
 * Document fields that this app does not know. They are kept in the JSON form of Firestore's REST API
 * (`{"stringValue": "…"}`), which holds every type without loss, so that a note that must be created again
 * loses none of them.
 */
export type ExtraFields = Readonly<Record<string, FieldValue>>;

export type FieldValue =
  | { readonly nullValue: null }
  | { readonly booleanValue: boolean }
  /** A 64-bit integer in decimal. */
  | { readonly integerValue: string }
  /** A number, or `NaN`, `Infinity`, `-Infinity` and `-0`, which JSON has no number for. */
  | { readonly doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  | { readonly stringValue: string }
  /** RFC 3339 with nine digits of fraction. */
  | { readonly timestampValue: string }
  /** Base64. */
  | { readonly bytesValue: string }
  /** Path of a document below the database's root. */
  | { readonly referenceValue: string }
  | { readonly geoPointValue: { readonly latitude: number; readonly longitude: number } }
  | { readonly vectorValue: readonly number[] }
  | { readonly arrayValue: readonly FieldValue[] }
  | { readonly mapValue: ExtraFields };

/** The field by which a conflict copy names the note that it stands beside. */
const CONFLICT_OF = 'conflictOf';

export function withConflictOf(extra: ExtraFields, id: string): ExtraFields {
  return { ...extra, [CONFLICT_OF]: { stringValue: id } };
}

/** Null where it is no conflict copy, or does not say of which note. */
export function conflictOf(extra: ExtraFields): string | null {
  const value = Object.hasOwn(extra, CONFLICT_OF) ? extra[CONFLICT_OF] : undefined;
  return value !== undefined && 'stringValue' in value ? value.stringValue : null;
}

export function isConflictCopy(extra: ExtraFields): boolean {
  return Object.hasOwn(extra, CONFLICT_OF);
}
