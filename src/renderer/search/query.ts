/** The search query, shared by all screens (spec §2). */
import { atom } from 'jotai';

export const queryAtom = atom('');
