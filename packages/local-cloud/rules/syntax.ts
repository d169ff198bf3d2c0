/**
 * The part of the language of security rules that this project's rules use, as a tree.
 * https://firebase.google.com/docs/rules/rules-language
 */
import type { Value } from '../firestore/protocol.ts';

export type BinaryOperator = '||' | '&&' | '==' | '!=' | 'in' | '<=';

export type Expression = { readonly line: number } & (
  | { readonly type: 'literal'; readonly value: Value }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  | { readonly type: 'not'; readonly operand: Expression }
  | { readonly type: 'member'; readonly object: Expression; readonly name: string }
  /** A function of the rules. */
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | {
      readonly type: 'method';
      readonly object: Expression;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  | { readonly type: 'is'; readonly operand: Expression; readonly typeName: string }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
);

export interface FunctionDeclaration {
  readonly name: string;
  readonly line: number;
  readonly parameters: readonly string[];
  /** In order; each sees those before it. */
  readonly constants: readonly { readonly name: string; readonly value: Expression }[];
  readonly result: Expression;
}

export type Method = 'get' | 'list' | 'create' | 'update' | 'delete';

export interface AllowStatement {
  readonly methods: readonly Method[];
  readonly condition: Expression;
}

/** A segment of a path: its text, or the name of its variable. */
export type Segment = { readonly text: string } | { readonly variable: string };

export interface MatchBlock {
  readonly line: number;
  /** Below the path of the block around it. */
  readonly path: readonly Segment[];
  readonly functions: readonly FunctionDeclaration[];
  readonly allows: readonly AllowStatement[];
  readonly matches: readonly MatchBlock[];
}
