/** Splits the text of security rules into tokens. */
import { RulesError } from './rules-error.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'sign' | 'end';
  /** A string without its quotes; empty at the end of the text. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

/** White space and comments, then one token, which matches exactly one group. Longer signs come first. */
const TOKEN =
  /(?<skipped>(?:\s|\/\/[^\n]*)*)(?:(?<name>[A-Za-z_]\w*)|(?<number>\d+(?![\w.]))|'(?<string>[^'\\\n]*)'|(?<sign>&&|\|\||==|!=|<=|[!.,:;=(){}[\]/])|(?<end>$))/y;

/** @throws RulesError for a character that begins no token */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  let line = 1;
  for (;;) {
    const start = pattern.lastIndex;
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) throw unreadable(text, start, line);
    line += linesIn(groups['skipped'] ?? '');
    for (const kind of ['name', 'number', 'string', 'sign', 'end'] as const) {
      const found = groups[kind];
      if (found !== undefined) tokens.push({ kind, text: found, line });
    }
    if (groups['end'] !== undefined) return tokens;
  }
}

function unreadable(text: string, start: number, line: number): RulesError {
  const [skipped = ''] = /^(?:\s|\/\/[^\n]*)*/.exec(text.slice(start)) ?? [];
  const rest = text.slice(start + skipped.length).split(/\s/, 1)[0] ?? '';
  return new RulesError(line + linesIn(skipped), `"${rest}" cannot be read here`);
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
