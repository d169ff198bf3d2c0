/** Requests of the app's page: that one fails is one of the things that happen, and some failures must not. */
import { AppError, messageOf } from '#shared/error.ts';
import type { AccountChannel, Requests } from '#shared/ipc/requests.ts';
import { CutOff, type Device } from '../device.ts';
import type { Scene } from '../world.ts';

export type Asked<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly maybeDone: boolean;
      /** Words that were to become a note, or an edit of one, stand in the file of typed words. */
      readonly areWordsKept: boolean;
      readonly reason: string;
    };

/** A request of the app's page; that it fails is one of the things that happen. */
export async function asked<C extends AccountChannel>(
  { device, world }: Scene,
  channel: C,
  ...args: Parameters<Requests[C]>
): Promise<Asked<ReturnType<Requests[C]>>> {
  const { person, closings } = device;
  const wasClosed = device.sync.phase === 'closed';
  try {
    return { ok: true, value: await device.request(channel, ...args) };
  } catch (error) {
    const foreseen = error instanceof CutOff || (error instanceof AppError && FORESEEN.has(error.code));
    if (!foreseen)
      world.report(
        `[S1] ${channel} failed: ${error instanceof Error ? (error.stack ?? '') : messageOf(error)}`,
      );
    const hasClosed = wasClosed || device.closings !== closings;
    // A full or a busy disk has done nothing, unless that is why the notes could not be opened again; anything else may come
    // after the work was done.
    const isRefusal = isFullOrBusy(error);
    const maybeDone = !isRefusal || hasClosed;
    const isEnding = error instanceof CutOff || device.isBusy || device.person !== person;
    if (!isRefusal && !isEnding && !hasClosed && isFailure(error))
      world.report(
        `[crash-only] ${channel} was refused although the notes can be opened: ${messageOf(error)}`,
      );
    if (maybeDone) world.expected = null;
    if (maybeDone && device.person !== null) device.person.uncertain = true;
    return { ok: false, maybeDone, areWordsKept: areWordsKept(device, error), reason: messageOf(error) };
  }
}

function isFullOrBusy(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'store-full' || /Another program/.test(error.message));
}

function isFailure(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'store-failed' || error.code === 'store-damaged');
}

const FORESEEN: ReadonlySet<string> = new Set([
  'store-full',
  'store-failed',
  'store-damaged',
  'not-signed-in',
  'note-not-found',
]);

/**
 * S14: what is refused because the account cannot be opened, or has been closed, is kept in its file of typed words. What the
 * account itself has refused stays in the field, also where the account closes in the same moment.
 */
function areWordsKept({ sync }: Device, error: unknown): boolean {
  if (!(error instanceof AppError) || isFullOrBusy(error)) return false;
  return sync.phase === 'closed' || /notes of this account are closed|is kept for it/.test(error.message);
}
