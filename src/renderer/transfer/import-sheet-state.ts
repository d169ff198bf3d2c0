/** Whether the report of the last import is open. It opens by itself when an import has ended. */
import { atom } from 'jotai';

export const importSheetAtom = atom(false);
