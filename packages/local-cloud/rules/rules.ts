/**
 * The security rules of `firebase/firestore.rules`, executed from that file. The language is built as far as
 * the file uses it; a rule that cannot be read is an error when the cloud starts.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Fields, Filter, Value } from '../firestore/protocol.ts';
import { compileExpression, type Evaluate, innerScope, type Scope, type Variables } from './compile.ts';
import { parseRules } from './parse.ts';
import { factsOf } from './query-facts.ts';
import type { MatchBlock, Method, Segment } from './syntax.ts';
import {
  EvaluationError,
  map,
  type Members,
  NULL,
  objectOf,
  type RuleValue,
  truthOf,
  UNKNOWN,
} from './values.ts';

export const RULES_FILE = fileURLToPath(new URL('../../../firebase/firestore.rules', import.meta.url));

/** `request.auth`: the caller. */
export interface Caller {
  readonly uid: string;
  /** The claim `firebase.sign_in_provider` of the token, or null if it has none. */
  readonly signInProvider: string | null;
}

/** A write as a rule sees it. */
export interface WriteRequest {
  /** Below the database's root: `notes/abc` */
  readonly path: string;
  readonly before: Fields | null;
  /** null if the document is deleted */
  readonly after: Fields | null;
  /** `request.time` as a value */
  readonly time: Value;
}

/** An `allow` with its whole path. */
interface Rule {
  readonly path: readonly Segment[];
  readonly methods: readonly Method[];
  readonly holds: Evaluate;
}

/** An unknown segment is null. */
type Path = readonly (string | null)[];

/** The path of all documents, below the service. */
const ROOT = ['databases', '(default)', 'documents'];

export class Rules {
  readonly #rules: readonly Rule[];

  /** @throws RulesError if the text cannot be read */
  constructor(text: string) {
    const scope: Scope = { names: new Set(['request', 'resource']), functions: new Map() };
    this.#rules = parseRules(text).flatMap((block) => compileBlock(block, [], scope));
  }

  /** @throws RulesError if the file cannot be read as rules */
  static read(file: string): Rules {
    return new Rules(readFileSync(file, 'utf8'));
  }

  /** @param fields null if there is no such document */
  allowsGet(caller: Caller, path: string, fields: Fields | null): boolean {
    return this.#allows('get', path.split('/'), { auth: authOf(caller) }, resourceOf(fields));
  }

  /** Whether the rule holds for every document that the query can return, whatever the database holds. */
  allowsList(caller: Caller, collectionPath: string, where: Filter | undefined): boolean {
    const path = [...collectionPath.split('/'), null];
    return factsOf(where).every((members) => {
      const data: RuleValue = { members, rest: 'unknown' };
      return this.#allows('list', path, { auth: authOf(caller) }, objectOf({ data }));
    });
  }

  /** Decides a create, update or delete, by the document before and after it. */
  allowsWrite(caller: Caller, { path, before, after, time }: WriteRequest): boolean {
    const method = after === null ? 'delete' : before === null ? 'create' : 'update';
    const members: Members = { auth: authOf(caller), time, resource: resourceOf(after) };
    return this.#allows(method, path.split('/'), members, resourceOf(before));
  }

  #allows(method: Method, path: Path, request: Members, resource: RuleValue): boolean {
    const whole = [...ROOT, ...path];
    return this.#rules.some((rule) => {
      const variables = rule.methods.includes(method) ? variablesOf(rule.path, whole) : null;
      if (variables === null) return false;
      return isTrue(
        rule.holds,
        new Map([...variables, ['request', objectOf(request)], ['resource', resource]]),
      );
    });
  }
}

function compileBlock(block: MatchBlock, outerPath: readonly Segment[], outer: Scope): Rule[] {
  const path = [...outerPath, ...block.path];
  const names = block.path.flatMap((segment) => ('variable' in segment ? [segment.variable] : []));
  const scope = innerScope(outer, block.line, names, block.functions);
  // Including those that no rule calls.
  for (const { compile } of scope.functions.values()) compile();
  const rules = block.allows.map(({ methods, condition }) => ({
    path,
    methods,
    holds: compileExpression(condition, scope),
  }));
  return [...rules, ...block.matches.flatMap((inner) => compileBlock(inner, path, scope))];
}

/** The values of the path's variables; null if the rule is for other paths. */
function variablesOf(pattern: readonly Segment[], path: Path): [string, RuleValue][] | null {
  if (pattern.length !== path.length) return null;
  const variables: [string, RuleValue][] = [];
  for (const [index, segment] of pattern.entries()) {
    const text = path[index] ?? null;
    if ('text' in segment && segment.text !== text) return null;
    if ('variable' in segment)
      variables.push([segment.variable, text === null ? UNKNOWN : { stringValue: text }]);
  }
  return variables;
}

function isTrue(condition: Evaluate, variables: Variables): boolean {
  try {
    return truthOf(condition(variables)) === true;
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

/** Of the token's claims, only the sign-in provider. */
function authOf({ uid, signInProvider }: Caller): RuleValue {
  const firebase = map(signInProvider === null ? {} : { sign_in_provider: { stringValue: signInProvider } });
  return objectOf({ uid: { stringValue: uid }, token: map({ firebase }) });
}

/** `resource` or `request.resource`: null if there is no document. */
function resourceOf(fields: Fields | null): RuleValue {
  return fields === null ? NULL : objectOf({ data: map(fields) });
}
