import { lastOf } from '#kernel/language/must.ts';
import { ExpressionError } from '../../engine/expression/expression-error.rules.ts';
import { type Token, tokensOf } from '../../engine/expression/tokens.rules.ts';

/** One comparison of a condition: a variable, a sign, a value as it is typed. */
export interface ConditionRow {
  readonly left: string;
  readonly sign: ConditionSign;
  readonly right: string;
  /** The value is a text, whatever it looks like: an id, a code. */ readonly isText?: boolean;
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

/** Comparisons that all hold, or of which one holds. */
export interface BuiltCondition {
  readonly join: 'and' | 'or';
  readonly rows: readonly ConditionRow[];
}

/** Signs that need no value. */
export const isAlone = (sign: ConditionSign): boolean => ['empty', 'notEmpty', 'yes', 'no'].includes(sign);

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Numbers that are read as they are written; longer ones are ids, which a number would round. */
const isNumber = (text: string): boolean => NUMBER.test(text) && String(Number(text)) === text.replace(/\.0+$/, '');
const isValueWord = (text: string): boolean => isNumber(text) || ['true', 'false', 'null'].includes(text);

/** A value as the expression language writes it: numbers as they are, everything else as text. */
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

/** The expression of a condition; empty where no comparison is complete. */
export function conditionText({ join, rows }: BuiltCondition): string {
  const complete = rows.filter(({ left, sign, right }) => left.trim() !== '' && (isAlone(sign) || right.trim() !== ''));
  return complete.length ? `\${${complete.map((row) => rowText(row)).join(join === 'and' ? ' && ' : ' || ')}}` : '';
}

const isSign = (token: Token | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;

/** `a` and `a.b`; null where it is more. */
function nameOf(tokens: readonly Token[]): string | null {
  const fits = tokens.every((token, at) => (at % 2 ? isSign(token, '.') : token.kind === 'name'));
  const [first] = tokens;
  if (tokens.length % 2 === 0 || !fits || isValueWord(first.text) || first.text === 'empty') return null;
  return tokens.map(({ text }) => text).join('');
}

type Value = Pick<ConditionRow, 'right' | 'isText'>;

/** A value as it is written; whether it is a text stays, where one could take it for something else. */
function valueOf(tokens: readonly Token[]): Value | null {
  const [first, second, ...rest] = tokens;
  if (!first || rest.length) return null;
  if (isSign(first, '-') && second?.kind === 'number') return { right: `-${second.text}` };
  if (second) return null;
  if (first.kind === 'quoted') return { right: first.text, ...(isValueWord(first.text.trim()) && { isText: true }) };
  return first.kind === 'number' || (first.kind === 'name' && isValueWord(first.text)) ? { right: first.text } : null;
}

/** `name.contains(value)`. */
function containsRow(tokens: readonly Token[]): ConditionRow | null {
  const at = tokens.findIndex(({ text, kind }) => kind === 'name' && text === 'contains');
  if (at < 2 || !isSign(tokens[at - 1], '.') || !isSign(tokens[at + 1], '(') || !isSign(tokens.at(-1), ')'))
    return null;
  const [left, value] = [nameOf(tokens.slice(0, at - 1)), valueOf(tokens.slice(at + 2, -1))];
  return left !== null && value ? { left, sign: 'contains', ...value } : null;
}

/** A name alone, with `!` or `empty` before it. */
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

/** The tokens of an expression; null where the engine cannot read it. */
function readTokens(text: string): readonly Token[] | null {
  try {
    return tokensOf(text).slice(0, -1);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

/** Tokens between a sign. */
function parted(tokens: readonly Token[], sign: string): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens)
    if (isSign(token, sign)) parts.push([]);
    else lastOf(parts).push(token);
  return parts;
}

/** A condition as comparisons of one level; null where it says more than these can. */
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
