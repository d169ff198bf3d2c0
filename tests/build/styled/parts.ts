/** What `box.ts` takes its styles from. */
export const SPACE = '4px';
export const ring = { ':focus-visible': { outline: '2px solid blue' } };
