/**
 * Decides which file of the built pages each module goes into. A few larger files load sooner than many small
 * ones, but a page must not wait for modules that it does not need yet. Modules that are loaded after all of
 * these steps have their own files.
 */
import type { Rolldown } from 'vite';

/**
 * The main page loads in these steps, each with the modules that no earlier step needs. `from` is a file of
 * the renderer.
 */
const STEPS = [
  { name: 'store', from: 'main.ts' },
  { name: 'screens', from: 'draw.tsx' },
  { name: 'overlays', from: 'shell/overlays.tsx' },
] as const;
/**
 * Modules that the quick note shares with the later steps of the main page go into one file, `page`; most of
 * it is React.
 */
const QUICK_NOTE = 'quick-note/main.tsx';
/** These modules always have their own files. */
const ROOTS = [...STEPS.map(({ from }) => from), QUICK_NOTE];

/** Imports cannot be followed through Fluent's one module, which re-exports its packages. */
const FLUENT =
  /\/node_modules\/(?:@fluentui\/|@floating-ui|@griffel|@emotion|stylis|tabster|keyborg|use-sync-external-store)/;
/** Fluent's packages whose components only overlays use; every page needs the others. */
const OF_OVERLAYS =
  /\/node_modules\/@fluentui\/react-(?:accordion|combobox|dialog|menu|progress|radio|slider|switch|tabs|toast)\//;

type ModuleInfo = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/**
 * @param folder of the renderer; absolute, with slashes
 * @returns names of chunks for `groups` of Rolldown's `codeSplitting`
 */
export function chunkNames(folder: string): (id: string, modules: ModuleInfo) => string | null {
  const closures = new Map<string, ReadonlySet<string>>();

  function closureOf(file: string, modules: ModuleInfo): ReadonlySet<string> {
    const known = closures.get(file);
    if (known !== undefined) return known;
    // Iterating over a set also visits what is added meanwhile.
    const all = new Set([`${folder}/${file}`]);
    for (const id of all) {
      if (FLUENT.test(id)) continue;
      for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
    }
    closures.set(file, all);
    return all;
  }

  return (id, modules) => {
    if (FLUENT.test(id)) return OF_OVERLAYS.test(id) ? 'overlays' : 'page';
    const step = STEPS.find(({ from }) => closureOf(from, modules).has(id));
    if (ROOTS.some((root) => id === `${folder}/${root}`)) return null;
    if (step === undefined || step.name === 'store') return step?.name ?? null;
    return closureOf(QUICK_NOTE, modules).has(id) ? 'page' : step.name;
  };
}
