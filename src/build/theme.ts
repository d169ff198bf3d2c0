/**
 * The tokens of the theme (`src/renderer/theme/palettes.ts`) as CSS variables of the page's root, in the module
 * `virtual:theme.css`. They are computed once, at build time, so that they are there with the page's first style and no page
 * loads the code that computes them.
 */
import * as v from 'valibot';
import { type Plugin, runnerImport } from 'vite';

const NAME = 'virtual:theme.css';
/** Vite treats an id with this ending as a style sheet. */
const RESOLVED = '/virtual/theme.css';

const tokens = v.record(v.string(), v.union([v.string(), v.number()]));
const palettes = v.object({ lightTheme: tokens, darkTheme: tokens });
type Palette = Readonly<v.InferOutput<typeof tokens>>;

/** @param file the module with `lightTheme` and `darkTheme`; absolute */
export function themePlugin(file: string): Plugin {
  return {
    name: 'theme',
    enforce: 'pre',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const { module } = await runnerImport(file, { configFile: false, logLevel: 'silent' });
      const { lightTheme, darkTheme } = v.parse(palettes, module);
      return `${rootRule(lightTheme)}\n@media (prefers-color-scheme: dark) {\n${rootRule(changedVariables(darkTheme, lightTheme))}\n}\n`;
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
