/** Parts that the styles of `box.ts` use. */
export const SPACE = '4px';
export const ring = { ':focus-visible': { outline: '2px solid blue' } };
