/**
 * Another chance for everything that the cloud refused. A note that never got there goes under a new id then, because
 * the old one may be somebody else's; whoever follows notes by their ids is told here.
 */
import type { NoteFields, NoteId } from '#shared/note.ts';
import type { DeviceAccount } from './device-account.ts';

/** @param expected what the cloud must hold in the end, where that is known exactly */
export function retryRefused(
  { engine, store, shown, person }: DeviceAccount,
  expected: Map<NoteId, NoteFields> | undefined,
): void {
  const before = new Set(shown().map(({ id }) => id));
  const refused = store.refused();
  engine.retryRefused();
  const made = shown().filter(({ id }) => !before.has(id));
  for (const { id, local } of refused) {
    if (local === null || store.read(id) !== null) continue;
    const place = made.findIndex(({ fields }) => JSON.stringify(fields) === JSON.stringify(local));
    const [renamed] = made.splice(place, 1);
    if (renamed === undefined) continue;
    person.touched.add(renamed.id);
    if (expected?.delete(id)) expected.set(renamed.id, renamed.fields);
  }
}
