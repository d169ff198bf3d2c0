/**
 * Document fields that this app does not know. They are stored in the JSON form of Firestore's REST API
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

const FIELD_VALUE =
  /^(null|boolean|integer|double|string|timestamp|bytes|reference|geoPoint|vector|array|map)Value$/;

/**
 * Whether JSON that this app wrote, perhaps damaged since, has the form of such a value. Only its name is
 * checked.
 */
export function isFieldValue(json: unknown): json is FieldValue {
  const [name = '', ...more] = typeof json === 'object' && json !== null ? Object.keys(json) : [];
  return more.length === 0 && FIELD_VALUE.test(name);
}

/**
 * The fields of an imported note that say when it was first written and last edited in the app that it came
 * from.
 */
export const IMPORTED_DATES = { created: 'originalCreatedAt', edited: 'originalEditedAt' } as const;
