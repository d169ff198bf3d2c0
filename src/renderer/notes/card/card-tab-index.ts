/** Whether Tab reaches the controls of a card: only if it reaches the card itself. */
import { createContext, useContext } from 'react';

const Context = createContext(0);

export const CardTabIndex = Context.Provider;

/** For `tabIndex`; 0 outside of cards. */
export function useCardTabIndex(): number {
  return useContext(Context);
}
