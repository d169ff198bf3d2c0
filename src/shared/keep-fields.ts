/**
 * Pins, colours and labels of notes that were imported from Google Keep before this app had fields for them: they are in the
 * extra field `googleKeep`, and count until the note has its own.
 */
import type { ExtraFields, FieldValue } from './extra-fields.ts';
import { readLabels } from './labels.ts';
import type { NoteFields } from './note.ts';

export function withKeepFields(fields: NoteFields, extra: ExtraFields): NoteFields {
  const keep = Object.hasOwn(extra, 'googleKeep') ? extra['googleKeep'] : undefined;
  if (keep === undefined || !('mapValue' in keep)) return fields;
  const { isPinned, color, labels } = keep.mapValue;
  return {
    ...fields,
    isPinned:
      fields.isPinned ??
      (isPinned !== undefined && 'booleanValue' in isPinned ? isPinned.booleanValue : null),
    color: fields.color ?? textOf(color),
    labels:
      fields.labels ??
      (labels !== undefined && 'arrayValue' in labels ? readLabels(labels.arrayValue.map(textOf)) : null),
  };
}

function textOf(value: FieldValue | undefined): string | null {
  return value !== undefined && 'stringValue' in value ? value.stringValue : null;
}
