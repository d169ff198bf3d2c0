/**
 * Document fields that this app does not know. They are stored in the JSON form of Firestore's REST API
 * (`{"stringValue": "…"}`), which represents every type without loss, so that a note that must be created
 * again loses none of them.
 */
export type ExtraFields = Readonly<Record<string, FieldValue>>;

export type FieldValue =
  | { readonly nullValue: null }
  | { readonly booleanValue: boolean }
  /** A 64-bit integer in decimal. */
  | { readonly integerValue: string }
  /** A number, or one of `NaN`, `Infinity`, `-Infinity` and `-0`, which JSON cannot write as numbers. */
  | { readonly doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  | { readonly stringValue: string }
  /** RFC 3339 with nine digits of fraction. */
  | { readonly timestampValue: string }
  /** Base64. */
  | { readonly bytesValue: string }
  /** Path of a document below the database's root or, in another database, its whole name. */
  | { readonly referenceValue: string }
  | { readonly geoPointValue: { readonly latitude: number; readonly longitude: number } }
  | { readonly vectorValue: readonly number[] }
  | { readonly arrayValue: readonly FieldValue[] }
  | { readonly mapValue: ExtraFields };

const FIELD_VALUE =
  /^(null|boolean|integer|double|string|timestamp|bytes|reference|geoPoint|vector|array|map)Value$/;

/** Whether JSON of this app, perhaps damaged since, has the form of such a value. Checks only its name. */
export function isFieldValue(json: unknown): json is FieldValue {
  const [name = '', ...more] = typeof json === 'object' && json !== null ? Object.keys(json) : [];
  return more.length === 0 && FIELD_VALUE.test(name);
}

/**
 * The fields of an imported note with the dates on which it was created and last edited in its original app.
 */
export const IMPORTED_DATES = { created: 'originalCreatedAt', edited: 'originalEditedAt' } as const;
