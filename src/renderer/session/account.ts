/** The account of a part of the page; everything this part writes is for this account (S14). */
import { createContext, useContext } from 'react';
import type { Uid } from '#shared/note/note.ts';

const Context = createContext<Uid | null>(null);

export const AccountProvider = Context.Provider;

/** The account of this page, even in the moment in which another account is already signed in. */
export function useAccount(): Uid {
  const uid = useContext(Context);
  if (uid === null) throw new Error('A component that writes notes must be inside an AccountProvider');
  return uid;
}
