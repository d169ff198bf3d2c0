/**
 * Parsers for the arguments of every request. A page may send anything: what does not have the contract's shape
 * is refused here and never reaches a handler.
 */
import * as v from 'valibot';
import { MAX_REPORT } from '#shared/error-report.ts';
import type { RequestChannel, Requests } from '#shared/ipc/contract.ts';
import { LISTS, type NoteId, type Transition, TRANSITIONS, type Uid } from '#shared/note.ts';
import { isNoteId } from '#shared/note-id.ts';
import { IMPORT_SOURCES } from '#shared/transfer.ts';
import { MAX_WINDOW } from '#shared/view.ts';
import { settingsPatch } from '../device/settings.ts';

/** Longer input than any note may be (Firestore's document limit is 1 MiB) is refused before it is stored. */
const MAX_TEXT_UNITS = 8 * 1024 * 1024;
const MAX_QUERY_UNITS = 100_000;

const noteId = v.custom<NoteId>((value) => typeof value === 'string' && isNoteId(value), 'not a note id');
/** Firebase's own bound on a user id. */
const uid = v.custom<Uid>(
  (value) => typeof value === 'string' && value.length > 0 && value.length <= 128,
  'not a user id',
);
const content = v.strictObject({
  title: v.pipe(v.string(), v.maxLength(MAX_TEXT_UNITS)),
  text: v.pipe(v.string(), v.maxLength(MAX_TEXT_UNITS)),
});
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const limit = v.pipe(index, v.minValue(1), v.maxValue(MAX_WINDOW));
const isTransition = (value: unknown): value is Transition =>
  typeof value === 'string' && Object.hasOwn(TRANSITIONS, value);

type Parsers = { readonly [C in RequestChannel]: v.GenericSchema<unknown, Parameters<Requests[C]>> };

export const ARGUMENTS: Parsers = {
  'app:info': v.strictTuple([]),
  'app:notices': v.strictTuple([uid]),
  'app:open-external': v.strictTuple([v.pipe(v.string(), v.maxLength(8192))]),
  'app:report-error': v.strictTuple([v.pipe(v.string(), v.maxLength(MAX_REPORT))]),
  'app:copy-text': v.strictTuple([v.pipe(v.string(), v.maxLength(2 * MAX_TEXT_UNITS))]),
  'app:flushed': v.strictTuple([]),
  'session:get': v.strictTuple([]),
  'session:sign-in': v.strictTuple([]),
  'session:sign-out': v.strictTuple([]),
  'notes:view': v.strictTuple([
    v.strictObject({
      list: v.picklist(LISTS),
      query: v.pipe(v.string(), v.maxLength(MAX_QUERY_UNITS)),
      offset: index,
      limit,
    }),
  ]),
  'notes:counts': v.strictTuple([]),
  'notes:get': v.strictTuple([noteId]),
  'notes:add': v.strictTuple([uid, content, v.nullable(v.picklist(['new', 'quick']))]),
  'notes:edit': v.strictTuple([uid, noteId, content, content]),
  'notes:move': v.strictTuple([uid, noteId, v.custom<Transition>(isTransition, 'not a transition')]),
  'notes:delete-forever': v.strictTuple([uid, noteId]),
  'drafts:list': v.strictTuple([]),
  'drafts:keep': v.strictTuple([
    uid,
    v.variant('place', [
      v.strictObject({ place: v.picklist(['new', 'quick']), content }),
      v.strictObject({ place: v.literal('edit'), id: noteId, content, base: content }),
    ]),
  ]),
  'drafts:drop': v.strictTuple([
    uid,
    v.variant('place', [
      v.strictObject({ place: v.literal('new') }),
      v.strictObject({ place: v.literal('quick') }),
      v.strictObject({ place: v.literal('edit'), id: noteId }),
    ]),
  ]),
  'removed:page': v.strictTuple([index, limit]),
  'removed:restore': v.strictTuple([uid, index]),
  'removed:forget': v.strictTuple([uid, index]),
  'history:versions': v.strictTuple([noteId, index, limit]),
  'history:compare': v.strictTuple([noteId, index]),
  'history:use': v.strictTuple([]),
  'history:clear': v.strictTuple([uid]),
  'sync:get': v.strictTuple([]),
  'sync:refused': v.strictTuple([]),
  'sync:retry': v.strictTuple([uid]),
  'sync:now': v.strictTuple([]),
  'settings:get': v.strictTuple([]),
  'settings:change': v.strictTuple([settingsPatch]),
  'settings:storage': v.strictTuple([]),
  'settings:record-keys': v.strictTuple([v.boolean()]),
  'settings:show-logs': v.strictTuple([]),
  'transfer:get': v.strictTuple([]),
  'transfer:export': v.strictTuple([uid]),
  'transfer:import': v.strictTuple([uid, v.picklist(IMPORT_SOURCES)]),
  'transfer:cancel': v.strictTuple([]),
  'transfer:dismiss': v.strictTuple([]),
  'transfer:show-export': v.strictTuple([]),
  'quick-note:open': v.strictTuple([]),
  'quick-note:keep': v.strictTuple([v.nullable(uid), content]),
  'quick-note:drop': v.strictTuple([]),
  'quick-note:hide': v.strictTuple([]),
};
