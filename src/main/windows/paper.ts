/** The window's background before the page has painted: the theme's paper. */
export const PAPER = { light: '#f7f5f0', dark: '#1b1a20' };
