/** The current time, for the ages on the screen; updated once a minute while a component uses it. */
import { atom } from 'jotai';

export const nowAtom = atom(Date.now());

nowAtom.onMount = (set) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), 60_000);
  return () => clearInterval(timer);
};
