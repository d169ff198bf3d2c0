/** Kinds of a note's fields: everything that fields of one kind have in common. A new kind is one more constant here. */
import { mergeLabels, readLabels } from './labels.ts';
import { mergeText } from './merge-text.ts';

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

/** A name that the app gives: the id of another note, a colour. Null where the document has none. */
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

/** A flag that a document may lack; null where it does. */
export const OPTIONAL_FLAG: FieldKind<boolean | null> = {
  read: (stored) => (typeof stored === 'boolean' ? stored : null),
  isValue: (json) => json === null || typeof json === 'boolean',
  toWellFormed: (flag) => flag,
  toColumn: (flag) => (flag === null ? null : Number(flag)),
  fromColumn: (column) => (column === null ? null : column === 1),
  salvage: (column) => (column === 0 || column === 1 ? column : null),
  merge: (_base, local) => local,
};

/** Labels: a set of names, in the order in which a person gave them. */
export const LABELS: FieldKind<readonly string[] | null> = {
  read: (stored) => (Array.isArray(stored) ? readLabels(stored) : null),
  isValue: (json) => json === null || (Array.isArray(json) && json.every((name) => typeof name === 'string')),
  toWellFormed: (labels) => labels && readLabels(labels),
  toColumn: (labels) => labels && JSON.stringify(labels),
  fromColumn: (column) => (typeof column === 'string' ? labelsOf(column) : null),
  salvage: (column) => {
    const labels = typeof column === 'string' ? labelsOf(column) : null;
    return labels && JSON.stringify(labels);
  },
  merge: (base, local, remote) => mergeLabels(base ?? [], local ?? [], remote ?? []),
};

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
