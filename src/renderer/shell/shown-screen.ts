/** Chooses the screen: a pure function of the session and the address (spec §2). */
import { assertNever } from '#shared/base/assert-never.ts';
import type { SessionState, User } from '#shared/ipc/session.ts';
import { LIST_INFO, listAt } from '../notes/state/lists.ts';
import { SIGN_UP_PATH } from '../state/navigation.ts';

export interface ShownScreen {
  /** The path of its route; the address is corrected to it. */
  readonly path: string;
  /** The user whose notes the screen shows; null on the sign-up screen. */
  readonly user: User | null;
}

/**
 * @param isArriving whether the session has just begun on this page, see `isArrivingAtom`
 * @param path the path of the address
 * @returns null while the session is unknown; nothing is shown then
 */
export function shownScreen(session: SessionState, isArriving: boolean, path: string): ShownScreen | null {
  switch (session.status) {
    case 'unknown':
      return null;
    case 'signed-out':
      return { path: SIGN_UP_PATH, user: null };
    case 'signed-in': {
      const { user } = session;
      if (isArriving) return { path: LIST_INFO.active.path, user };
      if (path === SIGN_UP_PATH) return { path, user: null };
      return { path: LIST_INFO[listAt(path) ?? 'active'].path, user };
    }
    default:
      return assertNever(session);
  }
}
