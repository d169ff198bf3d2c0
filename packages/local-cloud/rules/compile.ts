/**
 * Makes a function of each expression. Every name, function, method and type is looked up here, so that
 * anything that is not built is found when the rules are read, not when a request uses it.
 */
import { assertNever } from '../assert-never.ts';
import { RulesError } from './rules-error.ts';
import type { BinaryOperator, Expression, FunctionDeclaration } from './syntax.ts';
import {
  bool,
  EvaluationError,
  isAtMost,
  isEqual,
  isIn,
  isOfKind,
  list,
  member,
  METHODS,
  plain,
  type RuleValue,
  truthOf,
  TYPES,
  UNKNOWN,
} from './values.ts';

/**
 * The values of names: a request, a path's variables, and in a function its parameters and constants.
 */
export type Variables = ReadonlyMap<string, RuleValue>;

/** @throws EvaluationError if the expression has no value */
export type Evaluate = (variables: Variables) => RuleValue;

/** The names that are known at a place of the rules. */
export interface Scope {
  readonly names: ReadonlySet<string>;
  /** Each is compiled when it is first called. */
  readonly functions: ReadonlyMap<string, CallableFunction>;
}

interface CallableFunction {
  readonly parameters: readonly string[];
  /** @throws RulesError if it calls itself */
  readonly compile: () => Evaluate;
}

/**
 * The scope within a block or function: its declarations, and everything around it.
 * @throws RulesError for a name that is known already, so that a name has one meaning wherever it is known
 */
export function innerScope(
  outer: Scope,
  line: number,
  names: readonly string[],
  declared: readonly FunctionDeclaration[],
): Scope {
  const twice = names.find((name) => outer.names.has(name));
  if (twice !== undefined) throw new RulesError(line, `"${twice}" is declared twice`);
  const functions = new Map(outer.functions);
  const scope: Scope = { names: new Set([...outer.names, ...names]), functions };
  for (const declaration of declared) functions.set(declaration.name, callable(declaration, scope));
  return scope;
}

function callable(declaration: FunctionDeclaration, scope: Scope): CallableFunction {
  let state: Evaluate | 'not compiled' | 'compiling' = 'not compiled';
  const compile = (): Evaluate => {
    if (state === 'compiling') throw new RulesError(declaration.line, `${declaration.name} calls itself`);
    if (state !== 'not compiled') return state;
    state = 'compiling';
    state = compileFunction(declaration, scope);
    return state;
  };
  return { parameters: declaration.parameters, compile };
}

function compileFunction(
  { line, parameters, constants, result }: FunctionDeclaration,
  scope: Scope,
): Evaluate {
  let inner = innerScope(scope, line, parameters, []);
  const steps = constants.map(({ name, value }) => {
    const evaluate = compileExpression(value, inner);
    inner = innerScope(inner, line, [name], []);
    return { name, evaluate };
  });
  const evaluateResult = compileExpression(result, inner);
  return (variables) => {
    const boundVariables = new Map(variables);
    for (const { name, evaluate } of steps) boundVariables.set(name, evaluate(boundVariables));
    return evaluateResult(boundVariables);
  };
}

/** @throws RulesError for anything unknown or not built */
export function compileExpression(expression: Expression, scope: Scope): Evaluate {
  const { line } = expression;
  const compile = (part: Expression): Evaluate => compileExpression(part, scope);
  switch (expression.type) {
    case 'literal':
      return () => expression.value;
    case 'name': {
      const { name } = expression;
      if (!scope.names.has(name)) throw new RulesError(line, `"${name}" is not known`);
      return (variables) => variables.get(name) ?? UNKNOWN;
    }
    case 'list': {
      const items = expression.items.map(compile);
      return (variables) => {
        const values = items.map((item) => item(variables));
        const knownValues = values.filter((value) => value !== UNKNOWN).map(plain);
        return knownValues.length === values.length ? list(knownValues) : UNKNOWN;
      };
    }
    case 'not': {
      const operand = compile(expression.operand);
      return (variables) => {
        const truth = truthOf(operand(variables));
        return truth === null ? UNKNOWN : bool(!truth);
      };
    }
    case 'member': {
      const object = compile(expression.object);
      const { name } = expression;
      return (variables) => member(object(variables), name);
    }
    case 'is': {
      const kind = TYPES.get(expression.typeName);
      if (kind === undefined) throw new RulesError(line, `the type ${expression.typeName} is not built`);
      const operand = compile(expression.operand);
      return (variables) => isOfKind(operand(variables), kind);
    }
    case 'call':
      return compileCall(expression.name, expression.args, line, scope);
    case 'method':
      return compileMethod(expression, compile);
    case 'binary':
      return compileBinary(expression.operator, compile(expression.left), compile(expression.right));
    default:
      return assertNever(expression);
  }
}

function compileCall(name: string, args: readonly Expression[], line: number, scope: Scope): Evaluate {
  const called = scope.functions.get(name);
  if (called === undefined) throw new RulesError(line, `the function ${name} is not known`);
  const { parameters } = called;
  checkCount(line, name, args, parameters.length);
  const evaluate = called.compile();
  const values = args.map((part) => compileExpression(part, scope));
  return (variables) =>
    evaluate(
      new Map([
        ...variables,
        ...values.map((value, index) => [parameters[index] ?? '', value(variables)] as const),
      ]),
    );
}

function compileMethod(
  { line, name, object, args }: Expression & { type: 'method' },
  compile: (part: Expression) => Evaluate,
): Evaluate {
  const method = METHODS.get(name);
  if (method === undefined) throw new RulesError(line, `the method ${name} is not built`);
  checkCount(line, name, args, method.arity);
  const evaluateObject = compile(object);
  const [evaluateArgument = evaluateObject] = args.map(compile);
  return (variables) => {
    const value = evaluateObject(variables);
    const argument = evaluateArgument(variables);
    return value === UNKNOWN || argument === UNKNOWN ? UNKNOWN : method.apply(value, argument);
  };
}

function checkCount(line: number, name: string, args: readonly Expression[], wanted: number): void {
  if (args.length !== wanted)
    throw new RulesError(line, `${name} takes ${wanted} arguments, not ${args.length}`);
}

/**
 * Either operand of `||` and `&&` can decide, even if the other one has no value, as in Google's emulator. If
 * neither decides and one has no value, the whole has none.
 */
function compileBinary(operator: BinaryOperator, left: Evaluate, right: Evaluate): Evaluate {
  const logical = (deciding: boolean): Evaluate => {
    return (variables) => {
      const first = attempt(left, variables);
      if (first === deciding) return bool(deciding);
      const second = attempt(right, variables);
      if (second === deciding) return bool(deciding);
      for (const truth of [first, second]) if (truth instanceof EvaluationError) throw truth;
      return first === null || second === null ? UNKNOWN : bool(!deciding);
    };
  };
  const both = (apply: (a: RuleValue, b: RuleValue) => RuleValue): Evaluate => {
    return (variables) => apply(left(variables), right(variables));
  };
  switch (operator) {
    case '||':
      return logical(true);
    case '&&':
      return logical(false);
    case '==':
      return both(isEqual);
    case '!=':
      return both((a, b) => {
        const truth = truthOf(isEqual(a, b));
        return truth === null ? UNKNOWN : bool(!truth);
      });
    case 'in':
      return both(isIn);
    case '<=':
      return both(isAtMost);
    default:
      return assertNever(operator);
  }
}

function attempt(operand: Evaluate, variables: Variables): boolean | null | EvaluationError {
  try {
    return truthOf(operand(variables));
  } catch (error) {
    if (error instanceof EvaluationError) return error;
    throw error;
  }
}
