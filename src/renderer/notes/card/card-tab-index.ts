/** Whether Tab reaches the controls in a card: only those in the one card that Tab reaches itself. */
import { createContext, useContext } from 'react';

const Context = createContext(0);

export const CardTabIndex = Context.Provider;

/** For `tabIndex`; 0 outside of cards. */
export function useCardTabIndex(): number {
  return useContext(Context);
}
