/**
 * Which file of the built pages each module goes into: few larger files come sooner than many small ones, and a page must not wait for
 * what it does not need yet. What is loaded later than all of these has files of its own.
 */
import type { Rolldown } from 'vite';

/** What stands in the main page is loaded in these steps; each has what the steps before do not have. Files of the renderer. */
const STEPS = [
  { name: 'store', from: 'main.ts' },
  { name: 'screens', from: 'draw.tsx' },
  { name: 'overlays', from: 'shell/overlays.tsx' },
] as const;
/** What it has is a file of its own, which the main page has, too: most of it is React. */
const QUICK_NOTE = 'quick-note/main.tsx';
/** Files of their own in any case. */
const ROOTS = [...STEPS.map(({ from }) => from), QUICK_NOTE];

/** Fluent's one module names all of its packages, so that nobody can be followed through it: what makes styles is for every page. */
const STYLES = /\/node_modules\/(?:@griffel|@emotion|stylis)\//;
/** Its components, and what they are made of, stand over the screens only. */
const COMPONENTS = /\/node_modules\/(?:@fluentui\/(?!react-icons\/)|@floating-ui|tabster|keyborg)/;

type ModuleInfo = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** @param folder that of the renderer, absolute and with slashes @returns for `groups` of Rolldown's `codeSplitting` */
export function chunkNames(folder: string): (id: string, modules: ModuleInfo) => string | null {
  const closures = new Map<string, ReadonlySet<string>>();

  function closureOf(file: string, modules: ModuleInfo): ReadonlySet<string> {
    const known = closures.get(file);
    if (known !== undefined) return known;
    // Whoever goes through a set comes to what is added meanwhile, too.
    const all = new Set([`${folder}/${file}`]);
    for (const id of all) {
      if (COMPONENTS.test(id)) continue;
      for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
    }
    closures.set(file, all);
    return all;
  }

  return (id, modules) => {
    if (STYLES.test(id)) return 'page';
    if (COMPONENTS.test(id)) return 'overlays';
    const step = STEPS.find(({ from }) => closureOf(from, modules).has(id));
    if (ROOTS.some((root) => id === `${folder}/${root}`)) return null;
    if (step === undefined || step.name === 'store') return step?.name ?? null;
    return closureOf(QUICK_NOTE, modules).has(id) ? 'page' : step.name;
  };
}
