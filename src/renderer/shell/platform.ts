/** What differs between systems on the screen. */
export const IS_MAC = /Mac/u.test(navigator.userAgent);
