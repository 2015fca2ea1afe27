import { lastOf } from '#kernel/language/must.ts';
import { ExpressionError } from '../../engine/expression/expression-error.rules.ts';
import { type Token, tokensOf } from '../../engine/expression/tokens.rules.ts';

/** One comparison of a condition: a variable, an operator, and the value as typed. */
export interface ConditionRow {
  readonly left: string;
  readonly sign: ConditionSign;
  readonly right: string;
  /** The value is written as text even if it looks like a number, such as an id or a code. */
  readonly isText?: boolean;
}

export const CONDITION_SIGNS = [
  '==',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'contains',
  'empty',
  'notEmpty',
  'yes',
  'no',
] as const;
export type ConditionSign = (typeof CONDITION_SIGNS)[number];

/** Comparisons joined by `and` or by `or`. */
export interface BuiltCondition {
  readonly join: 'and' | 'or';
  readonly rows: readonly ConditionRow[];
}

/** Return whether an operator needs no value to compare with, such as `empty`. */
export const isAlone = (sign: ConditionSign): boolean => ['empty', 'notEmpty', 'yes', 'no'].includes(sign);

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/**
 * Return whether a text is a number that JavaScript represents exactly. Longer digits are ids, which a number would
 * round.
 */
const isNumber = (text: string): boolean => NUMBER.test(text) && String(Number(text)) === text.replace(/\.0+$/, '');
const isValueWord = (text: string): boolean => isNumber(text) || ['true', 'false', 'null'].includes(text);

/**
 * Return a value in the syntax of the expression language: numbers and `true`, `false`, `null` as they are, everything
 * else in quotes.
 */
const written = (value: string, isText?: boolean): string =>
  isValueWord(value.trim()) && !isText ? value.trim() : `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

function rowText({ left, sign, right, isText }: ConditionRow): string {
  const name = left.trim();
  if (sign === 'yes') return name;
  if (sign === 'no') return `!${name}`;
  if (sign === 'empty') return `empty ${name}`;
  if (sign === 'notEmpty') return `!empty ${name}`;
  if (sign === 'contains') return `${name}.contains(${written(right, isText)})`;
  return `${name} ${sign} ${written(right, isText)}`;
}

/** Return the expression of a condition; empty if no comparison is complete. */
export function conditionText({ join, rows }: BuiltCondition): string {
  const complete = rows.filter(({ left, sign, right }) => left.trim() !== '' && (isAlone(sign) || right.trim() !== ''));
  return complete.length ? `\${${complete.map((row) => rowText(row)).join(join === 'and' ? ' && ' : ' || ')}}` : '';
}

const isSign = (token: Token | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;

/** Return the name that tokens form, such as `a` or `a.b`; null if they form anything else. */
function nameOf(tokens: readonly Token[]): string | null {
  const fits = tokens.every((token, at) => (at % 2 ? isSign(token, '.') : token.kind === 'name'));
  const [first] = tokens;
  if (tokens.length % 2 === 0 || !fits || isValueWord(first.text) || first.text === 'empty') return null;
  return tokens.map(({ text }) => text).join('');
}

type Value = Pick<ConditionRow, 'right' | 'isText'>;

/** Return the value of tokens. Quoted text that looks like a number, boolean or null is marked as text. */
function valueOf(tokens: readonly Token[]): Value | null {
  const [first, second, ...rest] = tokens;
  if (!first || rest.length) return null;
  if (isSign(first, '-') && second?.kind === 'number') return { right: `-${second.text}` };
  if (second) return null;
  if (first.kind === 'quoted') return { right: first.text, ...(isValueWord(first.text.trim()) && { isText: true }) };
  return first.kind === 'number' || (first.kind === 'name' && isValueWord(first.text)) ? { right: first.text } : null;
}

/** Return the comparison of `name.contains(value)`; null for other tokens. */
function containsRow(tokens: readonly Token[]): ConditionRow | null {
  const at = tokens.findIndex(({ text, kind }) => kind === 'name' && text === 'contains');
  if (at < 2 || !isSign(tokens[at - 1], '.') || !isSign(tokens[at + 1], '(') || !isSign(tokens.at(-1), ')'))
    return null;
  const [left, value] = [nameOf(tokens.slice(0, at - 1)), valueOf(tokens.slice(at + 2, -1))];
  return left !== null && value ? { left, sign: 'contains', ...value } : null;
}

/** Return the comparison of a name without an operator, also after `!` or `empty`; null for other tokens. */
function aloneRow(tokens: readonly Token[]): ConditionRow | null {
  const isNot = isSign(tokens[0], '!');
  const rest = isNot ? tokens.slice(1) : tokens;
  const isEmpty = rest.length > 1 && rest[0].kind === 'name' && rest[0].text === 'empty';
  const left = nameOf(isEmpty ? rest.slice(1) : rest);
  if (left === null) return null;
  const sign = isEmpty ? (isNot ? 'notEmpty' : 'empty') : isNot ? 'no' : 'yes';
  return { left, sign, right: '' };
}

const COMPARES = new Set(['==', '!=', '>', '>=', '<', '<=']);

function comparedRow(tokens: readonly Token[]): ConditionRow | null {
  const at = tokens.findIndex(({ kind, text }) => kind === 'sign' && COMPARES.has(text));
  if (at < 1) return null;
  const [left, value] = [nameOf(tokens.slice(0, at)), valueOf(tokens.slice(at + 1))];
  return left !== null && value ? { left, sign: tokens[at].text as ConditionSign, ...value } : null;
}

/** Return the tokens of an expression; null if it has no valid syntax. */
function readTokens(text: string): readonly Token[] | null {
  try {
    return tokensOf(text).slice(0, -1);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

/** Split tokens at each occurrence of an operator. */
function parted(tokens: readonly Token[], sign: string): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens)
    if (isSign(token, sign)) parts.push([]);
    else lastOf(parts).push(token);
  return parts;
}

/** Return a condition as comparisons joined by one operator; null if it cannot be expressed so. */
export function builtCondition(text: string): BuiltCondition | null {
  const own = text.trim();
  if (own === '') return { join: 'and', rows: [] };
  const inside = /^\$\{([^{}]*)\}$/s.exec(own)?.[1];
  const tokens = inside === undefined ? null : readTokens(inside);
  if (!tokens?.length) return null;
  const [hasAnd, hasOr] = ['&&', '||'].map((sign) => tokens.some((token) => isSign(token, sign)));
  if (hasAnd && hasOr) return null;
  const rows = parted(tokens, hasOr ? '||' : '&&').map(
    (part) => containsRow(part) ?? comparedRow(part) ?? aloneRow(part),
  );
  return rows.every((row) => row !== null) ? { join: hasOr ? 'or' : 'and', rows } : null;
}
