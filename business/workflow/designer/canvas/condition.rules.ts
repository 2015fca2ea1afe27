/** One comparison of a condition: a variable, a sign, a value as it is typed. */
export interface ConditionRow {
  readonly left: string;
  readonly sign: ConditionSign;
  readonly right: string;
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

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*`;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const isValueWord = (text: string): boolean => NUMBER.test(text) || ['true', 'false', 'null'].includes(text);

/** A value as the expression language writes it: numbers as they are, everything else as text. */
const written = (value: string): string =>
  isValueWord(value.trim()) ? value.trim() : `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

function rowText({ left, sign, right }: ConditionRow): string {
  const name = left.trim();
  if (sign === 'yes') return name;
  if (sign === 'no') return `!${name}`;
  if (sign === 'empty') return `empty ${name}`;
  if (sign === 'notEmpty') return `!empty ${name}`;
  if (sign === 'contains') return `${name}.contains(${written(right)})`;
  return `${name} ${sign} ${written(right)}`;
}

/** The expression of a condition; empty where no comparison is complete. */
export function conditionText({ join, rows }: BuiltCondition): string {
  const complete = rows.filter(({ left, sign, right }) => left.trim() !== '' && (isAlone(sign) || right.trim() !== ''));
  return complete.length ? `\${${complete.map((row) => rowText(row)).join(join === 'and' ? ' && ' : ' || ')}}` : '';
}

const plain = (text: string): string =>
  /^'.*'$|^".*"$/s.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : text;

const SHAPES: readonly [RegExp, (found: readonly string[]) => ConditionRow][] = [
  [new RegExp(`^(${NAME})$`, 'u'), ([left]) => ({ left, sign: 'yes', right: '' })],
  [new RegExp(`^!\\s*(${NAME})$`, 'u'), ([left]) => ({ left, sign: 'no', right: '' })],
  [new RegExp(`^empty (${NAME})$`, 'u'), ([left]) => ({ left, sign: 'empty', right: '' })],
  [new RegExp(`^!\\s*empty (${NAME})$`, 'u'), ([left]) => ({ left, sign: 'notEmpty', right: '' })],
  [
    new RegExp(`^(${NAME})\\.contains\\(('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?)\\)$`, 'u'),
    ([left, right]) => ({ left, sign: 'contains', right: plain(right) }),
  ],
  [
    new RegExp(
      `^(${NAME}) ?(==|!=|>=|<=|>|<) ?('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?|true|false|null)$`,
      'u',
    ),
    ([left, sign, right]) => ({ left, sign: sign as ConditionSign, right: plain(right) }),
  ],
];

function rowOf(text: string): ConditionRow | null {
  const own = text.trim();
  for (const [shape, row] of SHAPES) {
    const found = shape.exec(own);
    if (found) return row(found.slice(1));
  }
  return null;
}

/** A condition as comparisons; null where it says more than comparisons can. */
export function builtCondition(text: string): BuiltCondition | null {
  const own = text.trim();
  if (own === '') return { join: 'and', rows: [] };
  const inside = /^\$\{([^{}]*)\}$/s.exec(own)?.[1];
  if (inside === undefined) return null;
  const join = inside.includes('||') ? 'or' : 'and';
  const rows = inside.split(join === 'or' ? '||' : '&&').map((part) => rowOf(part));
  return rows.every((row) => row !== null) ? { join, rows } : null;
}
