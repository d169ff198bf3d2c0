/** Kinds of a note's fields: everything that fields of one kind have in common. A new kind is one more constant here. */
import type { FieldValue } from './extra-fields.ts';
import { mergeLabels, readLabels, shownLabels } from './labels.ts';
import { mergeText } from './merge-text.ts';
import { isUnknownValue, type UnknownValue } from './unknown-value.ts';

/** What SQLite holds in a column. */
export type ColumnValue = string | number | null;

/**
 * A value is plain JSON, and stands as it is in documents of the cloud, in the outbox and in exports. Null says that a
 * document lacks the field; it is never written to one.
 */
export interface FieldKind<Value> {
  /** The value of a document's field. Any client may have written it, so it may be anything; undefined where there is none. */
  readonly read: (stored: unknown) => Value;
  /** Whether JSON holds what this app writes. */
  readonly isValue: (json: unknown) => boolean;
  /** For values out of files: no UTF-8, and so no document and no column, carries a lone surrogate. */
  readonly toWellFormed: (value: Value) => Value;
  /** Two values are the same where these are. */
  readonly toColumn: (value: Value) => ColumnValue;
  readonly fromColumn: (column: ColumnValue) => Value;
  /** What a column is to hold that may hold anything, because its file is damaged, or is missing. */
  readonly salvage: (column: unknown) => ColumnValue;
  /**
   * Merges a field that was changed here and in the cloud, in different ways (S5).
   * @param base undefined where nobody knows what both began with
   * @returns undefined where it cannot be merged
   */
  readonly merge: (base: Value | undefined, local: Value, remote: Value) => Value | undefined;
  /**
   * Of the kinds that keep what they do not know: the value in a document, undefined where it is an unknown one. Columns hold no unknown
   * value but what is shown of it; the value itself stands among the extra fields there.
   */
  readonly known?: (value: FieldValue) => Value | undefined;
}

/** Words; null where the document lacks them or holds another type. */
export const TEXT: FieldKind<string | null> = {
  read: textOf,
  isValue: (json) => json === null || typeof json === 'string',
  toWellFormed: (text) => text?.toWellFormed() ?? null,
  toColumn: (text) => text,
  fromColumn: textOf,
  salvage: (column) => textOf(column)?.toWellFormed() ?? null,
  merge(base, local, remote) {
    // What a side lacks cannot be merged piece by piece.
    if (typeof base !== 'string' || local === null || remote === null) return undefined;
    return mergeText(base, local, remote) ?? undefined;
  },
};

function textOf(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}

/** A name that the app gives, such as the id of another note. Null where the document has none. */
export const NAME: FieldKind<string | null> = {
  ...TEXT,
  merge: (_base, local) => local,
};

export const FLAG: FieldKind<boolean> = {
  read: (stored) => stored === true,
  isValue: (json) => typeof json === 'boolean',
  toWellFormed: (flag) => flag,
  toColumn: Number,
  fromColumn: (column) => column === 1,
  salvage: (column) => (column === 1 ? 1 : 0),
  // What a person did here comes after what they saw.
  merge: (_base, local) => local,
};

export const COLOR = keepUnknown(
  NAME,
  () => null,
  (value) => ('stringValue' in value ? value.stringValue : undefined),
);

/** A flag that a document may lack; null where it does. */
export const OPTIONAL_FLAG = keepUnknown<boolean | null>(
  {
    read: (stored) => (typeof stored === 'boolean' ? stored : null),
    isValue: (json) => json === null || typeof json === 'boolean',
    toWellFormed: (flag) => flag,
    toColumn: (flag) => (flag === null ? null : Number(flag)),
    fromColumn: (column) => (column === null ? null : column === 1),
    salvage: (column) => (column === 0 || column === 1 ? column : null),
    merge: (_base, local) => local,
  },
  () => null,
  (value) => ('booleanValue' in value ? value.booleanValue : undefined),
);

/** Labels: a set of names, in the order in which a person gave them. */
export const LABELS = keepUnknown<readonly string[] | null>(
  {
    read: (stored) => (Array.isArray(stored) ? readLabels(stored) : null),
    isValue: (json) =>
      json === null || (Array.isArray(json) && json.every((name) => typeof name === 'string')),
    toWellFormed: (labels) => labels && readLabels(labels),
    toColumn: (labels) => labels && JSON.stringify(labels),
    fromColumn: (column) => (typeof column === 'string' ? labelsOf(column) : null),
    salvage: (column) => {
      const labels = typeof column === 'string' ? labelsOf(column) : null;
      return labels && JSON.stringify(labels);
    },
    merge: (base, local, remote) => mergeLabels(base ?? [], local ?? [], remote ?? []),
  },
  (value) => ('arrayValue' in value.unknown ? shownLabels(value) : null),
  (value) => {
    const labels = 'arrayValue' in value ? shownLabels({ unknown: value }) : null;
    // A list that this version would write in another way, with a name twice or with something that is no name, is an unknown one.
    return JSON.stringify(value) ===
      JSON.stringify({ arrayValue: labels?.map((stringValue) => ({ stringValue })) })
      ? labels
      : undefined;
  },
);

/** @param shownOf what a person sees of an unknown value */
function keepUnknown<Value>(
  kind: FieldKind<Value>,
  shownOf: (value: UnknownValue) => Value,
  known: (value: FieldValue) => Value | undefined,
): FieldKind<Value | UnknownValue> {
  const shown = (value: Value | UnknownValue): Value => (isUnknownValue(value) ? shownOf(value) : value);
  return {
    ...kind,
    known,
    read: (stored) => (isUnknownValue(stored) ? stored : kind.read(stored)),
    isValue: (json) => isUnknownValue(json) || kind.isValue(json),
    toWellFormed: (value) => (isUnknownValue(value) ? value : kind.toWellFormed(value)),
    toColumn: (value) => kind.toColumn(shown(value)),
    merge(base, local, remote) {
      const merged = kind.merge(base === undefined ? undefined : shown(base), shown(local), shown(remote));
      if (merged === undefined) return undefined;
      const column = kind.toColumn(merged);
      const isSame = (value: Value | UnknownValue): boolean =>
        isUnknownValue(value) && kind.toColumn(shownOf(value)) === column;
      return [local, remote].find(isSame) ?? merged;
    },
  };
}

function labelsOf(json: string): readonly string[] | null {
  try {
    const labels: unknown = JSON.parse(json);
    return Array.isArray(labels) ? readLabels(labels) : null;
  } catch (error) {
    // What a damaged file may hold.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
