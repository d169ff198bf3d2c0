/**
 * Compiles the calls of `makeStyles` in the app's own modules; Fluent's packages come compiled already. So the CSS of each call
 * is computed once, at build time, and not in every page before its first frame. To collect the calls, each module runs on Vite's
 * own module server, with a function that records its arguments in place of `makeStyles`.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { resolveStyleRulesForSlots } from '@griffel/core';
import { normalizePath, parseAst, type Plugin } from 'vite';
import { licencesPlugin } from './licences.ts';
import { withModules } from './run-modules.ts';

const FLUENT = '@fluentui/react-components';
const CALL = 'makeStyles';

type Styles = Parameters<typeof resolveStyleRulesForSlots>[0];
/** By the id of a module: the arguments of its calls, in their order. */
type Kept = ReadonlyMap<string, readonly Styles[]>;

/** @param folder of the modules whose calls are compiled; absolute */
export function stylesPlugin(folder: string): Plugin {
  let kept: Kept = new Map();
  return {
    name: 'styles',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      kept = await runModules(folder);
    },
    transform(code, id) {
      const styles = kept.get(id);
      if (styles === undefined) return undefined;
      const compiled = callsIn(code, id).map(({ start, end }, at) => {
        const these = styles[at];
        if (these === undefined) throw new Error(`${id} was run without its call ${at + 1} of ${CALL}`);
        const [classes, rules] = resolveStyleRulesForSlots(these);
        return { start, end, text: `__styles(${JSON.stringify(classes)}, ${JSON.stringify(rules)})` };
      });
      return { code: `import { __styles } from '${FLUENT}';${replaceParts(code, compiled)}`, map: null };
    },
  };
}

/** @throws what a module throws if it cannot run without a page */
async function runModules(folder: string): Promise<Kept> {
  const kept = new Map<string, Styles[]>();
  const keep = (id: string, styles: Styles): (() => never) => {
    kept.set(id, [...(kept.get(id) ?? []), styles]);
    return () => {
      throw new Error('The module is run for its styles only');
    };
  };
  Object.assign(globalThis, { keepStyles: keep });
  const modules = globSync('**/*.{ts,tsx}', { cwd: folder })
    .map((file) => normalizePath(path.join(folder, file)))
    .filter((file) => readFileSync(file, 'utf8').includes(`${CALL}(`));
  const keepCalls: Plugin = {
    name: 'keep-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!modules.includes(id)) return undefined;
      const named = callsIn(code, id).map(({ start, argument }) => ({
        start,
        end: argument,
        text: `globalThis.keepStyles(${JSON.stringify(id)}, `,
      }));
      return { code: replaceParts(code, named), map: null };
    },
  };
  try {
    await withModules([licencesPlugin(), keepCalls], async (load) => {
      // One after the other: if two modules are loaded at once, one can be answered before it has run.
      for (const module of modules) await load(module);
    });
  } finally {
    Reflect.deleteProperty(globalThis, 'keepStyles');
  }
  return kept;
}

interface Call {
  readonly start: number;
  readonly end: number;
  /** Where its first argument starts. */
  readonly argument: number;
}

/** The calls of `makeStyles` in a module. Each must be the initial value of a constant of the module. */
function callsIn(code: string, id: string): Call[] {
  const calls = parseAst(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }).body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return [];
      const [argument] = init.arguments;
      if (init.callee.name !== CALL || argument === undefined) return [];
      return [{ start: init.start, end: init.end, argument: argument.start }];
    });
  });
  if (calls.length !== code.split(`${CALL}(`).length - 1) {
    throw new Error(`${id}: ${CALL} must be called for a constant of the module`);
  }
  return calls;
}

/** @param parts in their order */
function replaceParts(
  code: string,
  parts: readonly { readonly start: number; readonly end: number; readonly text: string }[],
): string {
  let at = 0;
  let result = '';
  for (const { start, end, text } of parts) {
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}
