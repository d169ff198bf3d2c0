/** The present, for what ages on the screen; moves once a minute while somebody looks. */
import { atom } from 'jotai';

export const nowAtom = atom(Date.now());

nowAtom.onMount = (set) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), 60_000);
  return () => clearInterval(timer);
};
