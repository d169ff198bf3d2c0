/** Requests of the app's page. They may fail, but some failures must not happen. */
import { AppError, messageOf } from '#shared/base/error.ts';
import type { AccountChannel, Requests } from '#shared/ipc/requests.ts';
import { CutOff, type Device } from '../device.ts';
import type { Scene } from '../world.ts';

export type RequestResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly maybeDone: boolean;
      /** Whether the words for a note, or for an edit of one, are in the file of typed words. */
      readonly areWordsStored: boolean;
      /** Whether the page must read the stored drafts before it stores its own. */
      readonly isUnread: boolean;
      readonly reason: string;
    };

/** Makes a request of the app's page, which may fail. */
export async function request<C extends AccountChannel>(
  { device, world }: Scene,
  channel: C,
  ...args: Parameters<Requests[C]>
): Promise<RequestResult<ReturnType<Requests[C]>>> {
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
    // A full or a busy disk has done nothing, unless it is the reason why the notes could not be opened
    // again. Any other error may come after the work was done.
    const isRefusal = isFullOrBusy(error) || isUnread(error);
    const maybeDone = !isRefusal || hasClosed;
    const isEnding = error instanceof CutOff || device.isBusy || device.person !== person;
    if (!isRefusal && !isEnding && !hasClosed && isFailure(error))
      world.report(
        `[crash-only] ${channel} was refused although the notes can be opened: ${messageOf(error)}`,
      );
    if (maybeDone) world.expected = null;
    if (maybeDone && device.person !== null) device.person.uncertain = true;
    return {
      ok: false,
      maybeDone,
      areWordsStored: areWordsStored(device, error),
      isUnread: isUnread(error),
      reason: messageOf(error),
    };
  }
}

function isFullOrBusy(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'store-full' || /Another program/.test(error.message));
}

/** Words are stored in a place that the page has not read since the notes were opened (S14.3). */
function isUnread(error: unknown): boolean {
  return error instanceof AppError && error.code === 'drafts-unread';
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
  'drafts-unread',
]);

/**
 * S14: words that are refused because the account cannot be opened, or has been closed, are stored in its
 * file of typed words. Words that the account itself has refused stay in the field, even if the account
 * closes at the same moment.
 */
function areWordsStored({ sync }: Device, error: unknown): boolean {
  if (!(error instanceof AppError) || isFullOrBusy(error)) return false;
  return (
    sync.phase === 'closed' ||
    /notes of this account are closed|is stored for that account/.test(error.message)
  );
}
