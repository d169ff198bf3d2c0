/** Whether Tab reaches what is in a card: of all cards, only what is in the one that Tab reaches itself. */
import { createContext, useContext } from 'react';

const Context = createContext(0);

export const CardTabIndex = Context.Provider;

/** For `tabIndex`; 0 outside of cards. */
export function useCardTabIndex(): number {
  return useContext(Context);
}
