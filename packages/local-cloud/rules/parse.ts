/** Reads the text of security rules into a tree. */
import { RulesError } from './rules-error.ts';
import type {
  AllowStatement,
  BinaryOperator,
  Expression,
  FunctionDeclaration,
  MatchBlock,
  Method,
  Segment,
} from './syntax.ts';
import { type Token, tokenize } from './tokens.ts';

/** Operators by precedence, loosest first. `is` binds like `in`. */
const OPERATORS: readonly (readonly (BinaryOperator | 'is')[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['in', 'is'],
  ['<='],
];
const METHODS: readonly Method[] = ['get', 'list', 'create', 'update', 'delete'];

/** @returns the blocks of `service cloud.firestore` @throws RulesError */
export function parseRules(text: string): readonly MatchBlock[] {
  return new Parser(tokenize(text)).rules();
}

class Parser {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  rules(): MatchBlock[] {
    for (const text of ['rules_version', '=', '2', ';', 'service', 'cloud', '.', 'firestore', '{'])
      this.#take(text);
    const matches: MatchBlock[] = [];
    while (!this.#skip('}')) matches.push(this.#match());
    if (this.#next.kind !== 'end') throw this.#unexpected('the end');
    return matches;
  }

  #match(): MatchBlock {
    const { line } = this.#take('match');
    const path = this.#path();
    const functions: FunctionDeclaration[] = [];
    const allows: AllowStatement[] = [];
    const matches: MatchBlock[] = [];
    this.#take('{');
    while (!this.#skip('}')) {
      if (this.#next.text === 'function') functions.push(this.#function());
      else if (this.#next.text === 'allow') allows.push(this.#allow());
      else matches.push(this.#match());
    }
    return { line, path, functions, allows, matches };
  }

  #path(): Segment[] {
    const segments: Segment[] = [];
    while (this.#skip('/')) {
      if (this.#skip('{')) {
        segments.push({ variable: this.#name() });
        this.#take('}');
      } else {
        segments.push({ text: this.#name() });
      }
    }
    if (segments.length === 0) throw this.#unexpected('a path');
    return segments;
  }

  #function(): FunctionDeclaration {
    const { line } = this.#take('function');
    const name = this.#name();
    this.#take('(');
    const parameters = this.#listed(')', () => this.#name());
    this.#take('{');
    const constants: { name: string; value: Expression }[] = [];
    while (this.#skip('let')) {
      const constant = this.#name();
      this.#take('=');
      constants.push({ name: constant, value: this.#expression() });
      this.#take(';');
    }
    this.#take('return');
    const result = this.#expression();
    this.#take(';');
    this.#take('}');
    return { name, line, parameters, constants, result };
  }

  #allow(): AllowStatement {
    this.#take('allow');
    const methods = this.#listed(':', () => this.#method());
    this.#take('if');
    const condition = this.#expression();
    this.#take(';');
    return { methods, condition };
  }

  #method(): Method {
    const method = METHODS.find((name) => name === this.#next.text);
    if (method === undefined) throw this.#unexpected(METHODS.join(', '));
    this.#take(method);
    return method;
  }

  #expression(level = 0): Expression {
    const operators = OPERATORS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#expression(level + 1);
    for (;;) {
      const { text, line } = this.#next;
      const operator = operators.find((one) => one === text);
      if (operator === undefined || this.#next.kind === 'string') return left;
      this.#take(operator);
      left =
        operator === 'is'
          ? { type: 'is', line, operand: left, typeName: this.#name() }
          : { type: 'binary', line, operator, left, right: this.#expression(level + 1) };
    }
  }

  #unary(): Expression {
    const { line } = this.#next;
    if (this.#skip('!')) return { type: 'not', line, operand: this.#unary() };
    let value = this.#primary();
    while (this.#skip('.')) {
      const name = this.#name();
      value = this.#skip('(')
        ? { type: 'method', line, object: value, name, args: this.#listed(')', () => this.#expression()) }
        : { type: 'member', line, object: value, name };
    }
    return value;
  }

  #primary(): Expression {
    const { kind, text, line } = this.#next;
    if (kind === 'number' || kind === 'string') {
      this.#index += 1;
      return {
        type: 'literal',
        line,
        value: kind === 'number' ? { integerValue: text } : { stringValue: text },
      };
    }
    if (this.#skip('null')) return { type: 'literal', line, value: { nullValue: 'NULL_VALUE' } };
    if (this.#skip('[')) return { type: 'list', line, items: this.#listed(']', () => this.#expression()) };
    if (this.#skip('(')) {
      const inner = this.#expression();
      this.#take(')');
      return inner;
    }
    const name = this.#name();
    if (!this.#skip('(')) return { type: 'name', line, name };
    return { type: 'call', line, name, args: this.#listed(')', () => this.#expression()) };
  }

  /** Items between commas, up to the sign that ends them. */
  #listed<Item>(end: string, item: () => Item): Item[] {
    if (this.#skip(end)) return [];
    const items = [item()];
    while (this.#skip(',')) items.push(item());
    this.#take(end);
    return items;
  }

  get #next(): Token {
    const token = this.#tokens[this.#index];
    if (token === undefined) throw new Error('The tokens do not end with their end.');
    return token;
  }

  #name(): string {
    const { kind, text } = this.#next;
    if (kind !== 'name') throw this.#unexpected('a name');
    this.#index += 1;
    return text;
  }

  #skip(text: string): boolean {
    const found = this.#next.text === text && this.#next.kind !== 'string';
    if (found) this.#index += 1;
    return found;
  }

  #take(text: string): Token {
    const token = this.#next;
    if (token.text !== text) throw this.#unexpected(`"${text}"`);
    this.#index += 1;
    return token;
  }

  #unexpected(wanted: string): RulesError {
    const { kind, text, line } = this.#next;
    return new RulesError(
      line,
      `there is ${kind === 'end' ? 'the end' : `"${text}"`} in the place of ${wanted}`,
    );
  }
}
