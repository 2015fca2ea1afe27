import { ExpressionError } from './expression-error.rules.ts';

export interface Token {
  readonly kind: 'number' | 'quoted' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const SPACE = /\s+/y;
const NUMBER = /\d+(?:\.\d+)?/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/sy;
const SIGN = /&&|\|\||[=!<>]=|[-+*/%<>!?:.,()[\]]/y;

const KINDS = [
  ['number', NUMBER],
  ['name', NAME],
  ['quoted', QUOTED],
  ['sign', SIGN],
] as const;

/** Words that mean operators in the Unified Expression Language. */
const WORDS = new Map([
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['gt', '>'],
  ['le', '<='],
  ['ge', '>='],
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['div', '/'],
  ['mod', '%'],
]);

function match(expression: RegExp, source: string, at: number): string {
  expression.lastIndex = at;
  return expression.exec(source)?.[0] ?? '';
}

const withoutQuotes = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');

function tokenAt(source: string, at: number): { token: Token; end: number } {
  for (const [kind, expression] of KINDS) {
    const found = match(expression, source, at);
    if (found === '') continue;
    const end = at + found.length;
    if (kind === 'quoted') return { token: { kind, text: withoutQuotes(found), at }, end };
    const sign = kind === 'name' ? WORDS.get(found) : undefined;
    return { token: sign ? { kind: 'sign', text: sign, at } : { kind, text: found, at }, end };
  }
  throw new ExpressionError('unknownSign', at);
}

/** Return the tokens of an expression; the last one is of kind `end`. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = match(SPACE, source, 0).length; at < source.length;) {
    const { token, end } = tokenAt(source, at);
    tokens.push(token);
    at = end + match(SPACE, source, end).length;
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }];
}
