/** Documents with fields of odd types, as the parser of documents returns them (src/cloud/document.ts). */
import type { NoteFields } from '#shared/note/note.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import { MOST_LABELS } from '#shared/note/labels.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import type { UnknownValue } from '#shared/note/unknown-value.ts';

/** Only for new documents: a document of a note that got labels meanwhile would lose them. */
export const LABELS_WITHOUT_BOUNDS = 8;

function labelsWithoutBounds(): UnknownValue {
  const arrayValue = Array.from({ length: MOST_LABELS + 1 }, (_, at) => ({
    stringValue: `without bounds ${at}`,
  }));
  return { unknown: { arrayValue } };
}

export function malformed(text: string, variety: number): { fields: NoteFields; extra: ExtraFields } {
  switch (variety) {
    case 1:
      return { fields: NO_FIELDS, extra: {} };
    case 2:
      return { fields: { ...NO_FIELDS, text }, extra: { title2: { integerValue: '7' } } };
    case 3:
      return { fields: { ...NO_FIELDS, title: text }, extra: {} };
    case 4:
      return { fields: { ...NO_FIELDS, text, isArchived: true, isDeleted: true }, extra: {} };
    case 5:
      return { fields: { ...NO_FIELDS, title: text, text: '' }, extra: {} };
    case 6:
      return { fields: { ...NO_FIELDS, text, color: 'no colour', labels: [] }, extra: {} };
    case LABELS_WITHOUT_BOUNDS:
      return { fields: { ...NO_FIELDS, text, labels: labelsWithoutBounds() }, extra: {} };
    default:
      return {
        fields: { ...NO_FIELDS, title: '', text: `${text}\r\n\u2028` },
        extra: { x: { bytesValue: 'AA==' } },
      };
  }
}
