/** The modules that a script loads by name: `import … from`, `import(…)` and `require(…)`. */
import { parseSync } from 'vite';

export interface LoadedModules {
  /** The names that the script loads, relative ones included. */
  readonly names: readonly string[];
  /** Loads whose name is known only at run time, as in the script's source. */
  readonly computed: readonly string[];
}

/**
 * The bundler writes the first where an ES module has to `require`, and Node the second in a CommonJS module.
 */
const REQUIRE = new Set(['__require', 'require']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Call extends Node {
  readonly callee: Node & { readonly name?: string };
  readonly arguments: readonly Node[];
}

/** @throws Error if the script cannot be parsed */
export function loadedModules(script: string): LoadedModules {
  const { program, errors } = parseSync('script.mjs', script);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const names = new Set<string>();
  const computed: string[] = [];

  function add(load: Node, name: Node | null | undefined): void {
    if (name !== null && name !== undefined && 'value' in name && typeof name.value === 'string')
      names.add(name.value);
    else computed.push(script.slice(load.start, load.end));
  }

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value)) {
      if (value.type === 'ImportExpression' && 'source' in value) add(value, value.source as Node);
      else if (value.type.endsWith('Declaration') && 'source' in value && value.source !== null)
        add(value, value.source as Node);
      else if (isCall(value) && REQUIRE.has(value.callee.name ?? '')) add(value, value.arguments[0]);
    }
    for (const child of Object.values(value)) visit(child);
  }

  visit(program);
  return { names: [...names], computed };
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string';
}

function isCall(node: Node): node is Call {
  return node.type === 'CallExpression';
}
