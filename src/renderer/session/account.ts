/**
 * The account that a part of the page belongs to: whatever that part writes is written for this account
 * (S14).
 */
import { createContext, useContext } from 'react';
import type { Uid } from '#shared/note/note.ts';

const Context = createContext<Uid | null>(null);

export const AccountProvider = Context.Provider;

/** The account whose page this is, also for the moment in which another account is signed in already. */
export function useAccount(): Uid {
  const uid = useContext(Context);
  if (uid === null) throw new Error('What writes notes must stand in the page of an account');
  return uid;
}
