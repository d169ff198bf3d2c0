/** The kinds of a note's fields, with everything that fields of one kind have in common. */
import type { FieldValue } from './extra-fields.ts';
import { areLabelsFixed, MAX_LABEL, mergeLabels, MOST_LABELS, readLabels, shownLabels } from './labels.ts';
import { mergeText } from '../text/merge-text.ts';
import { isUnknownValue, type UnknownValue } from './unknown-value.ts';

/** The value of a column in SQLite. */
export type ColumnValue = string | number | null;

/**
 * A value is plain JSON, and is the same in documents of the cloud, in the outbox and in exports. Null means
 * that a document lacks the field, and is never written to a document.
 */
export interface FieldKind<Value> {
  /**
   * Reads the value of a document's field. Any client may have written it, so it may be anything; undefined
   * if there is none.
   */
  readonly read: (stored: unknown) => Value;
  /** Whether this app may have written the JSON value. */
  readonly isValue: (json: unknown) => boolean;
  /** For values from files: UTF-8, and so documents and columns, cannot hold a lone surrogate. */
  readonly toWellFormed: (value: Value) => Value;
  /** Two known values are the same if these are; unknown ones are compared by `isSameField`. */
  readonly toColumn: (value: Value) => ColumnValue;
  readonly fromColumn: (column: ColumnValue) => Value;
  /** The value to store for a column of a damaged file, which may hold anything or be missing. */
  readonly salvage: (column: unknown) => ColumnValue;
  /**
   * Merges a field that this device and the cloud have changed differently (S5).
   * @param base undefined if the common base is unknown
   * @returns undefined if it cannot be merged
   */
  readonly merge: (base: Value | undefined, local: Value, remote: Value) => Value | undefined;
  /**
   * Only for kinds that store unknown values: the value of a document's field, undefined if it is unknown. A
   * column holds only the part of an unknown value that is shown; the value itself is stored among the extra
   * fields.
   */
  readonly fromFieldValue?: (value: FieldValue) => Value | undefined;
  /**
   * Whether a value in the cloud must stay as it is, because only a part of it is shown: no edit overwrites
   * it. Only the creation of a document writes such a value, as a whole.
   */
  readonly isFixed?: (value: Value) => boolean;
}

/** Words; null if the document lacks them or holds another type. */
export const TEXT: FieldKind<string | null> = {
  read: textOf,
  isValue: (json) => json === null || typeof json === 'string',
  toWellFormed: (text) => text?.toWellFormed() ?? null,
  toColumn: (text) => text,
  fromColumn: textOf,
  salvage: (column) => textOf(column)?.toWellFormed() ?? null,
  merge(base, local, remote) {
    // A text that one side lacks cannot be merged piece by piece.
    if (typeof base !== 'string' || local === null || remote === null) return undefined;
    return mergeText(base, local, remote) ?? undefined;
  },
};

function textOf(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}

/** A name that the app chooses, such as the id of another note. Null if the document has none. */
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
  // The local action wins (S5.2), because the user took it after seeing the earlier state.
  merge: (_base, local) => local,
};

export const COLOR = withUnknownValues(
  NAME,
  () => null,
  (value) => ('stringValue' in value ? value.stringValue : undefined),
);

/** A flag that a document may lack; null if it does. */
export const OPTIONAL_FLAG = withUnknownValues<boolean | null>(
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

/** Labels: a set of names, in the order in which the user added them. */
export const LABELS = withUnknownValues<readonly string[] | null>(
  {
    read: (stored) => (Array.isArray(stored) ? readLabels(stored) : null),
    isValue: (json) =>
      json === null ||
      (Array.isArray(json) &&
        json.length <= MOST_LABELS &&
        json.every((name) => typeof name === 'string' && name.length <= MAX_LABEL)),
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
    if (areLabelsFixed({ unknown: value })) return undefined;
    const labels = 'arrayValue' in value ? shownLabels({ unknown: value }) : null;
    // A list that this version would write differently is unknown, such as one with a repeated name or an
    // item that is not a name.
    return JSON.stringify(value) ===
      JSON.stringify({ arrayValue: labels?.map((stringValue) => ({ stringValue })) })
      ? labels
      : undefined;
  },
  areLabelsFixed,
);

/** @param shownOf the part of an unknown value that is shown */
function withUnknownValues<Value>(
  kind: Omit<FieldKind<Value>, 'isFixed'>,
  shownOf: (value: UnknownValue) => Value,
  fromFieldValue: (value: FieldValue) => Value | undefined,
  isFixed: (value: Value | UnknownValue) => boolean = () => false,
): FieldKind<Value | UnknownValue> {
  const shown = (value: Value | UnknownValue): Value => (isUnknownValue(value) ? shownOf(value) : value);
  return {
    ...kind,
    fromFieldValue,
    isFixed,
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
    // A damaged file may hold anything.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
