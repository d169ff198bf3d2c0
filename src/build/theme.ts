/**
 * The tokens of the theme (`src/renderer/theme/palettes.ts`) as CSS variables of the page's root, in the
 * module `virtual:theme.css`. They are computed once, at build time, so that they are there with the page's
 * first style and no page loads the code that computes them.
 */
import type { Plugin } from 'vite';

const NAME = 'virtual:theme.css';
/** Vite treats an id with this ending as a style sheet. */
const RESOLVED = '/virtual/theme.css';

type Palette = Readonly<Record<string, string | number>>;

export function themePlugin(palettes: { readonly light: Palette; readonly dark: Palette }): Plugin {
  return {
    name: 'theme',
    enforce: 'pre',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      const { light, dark } = palettes;
      return `${rootRule(light)}\n@media (prefers-color-scheme: dark) {\n${rootRule(changedVariables(dark, light))}\n}\n`;
    },
  };
}

function changedVariables(palette: Palette, base: Palette): Palette {
  return Object.fromEntries(Object.entries(palette).filter(([name, value]) => base[name] !== value));
}

function rootRule(palette: Palette): string {
  const variables = Object.entries(palette).map(([name, value]) => `  --${name}: ${value};`);
  return `:root {\n${variables.join('\n')}\n}`;
}
