import { columnFor } from '#kernel/fields/columns.server.ts';
import type { Operator } from '#kernel/fields/kind.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { bareNumber } from '#kernel/fields/phone/phone.ts';
import { widthsOf } from '#kernel/fields/text/widths.ts';
import { lineText } from '#kernel/fields/text/line-text.ts';
import type { Field } from '#kernel/language/field.ts';
import { BESIDE, type Label } from '#kernel/language/label.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { type AnyPaper, columnOf, fieldOf } from '#kernel/language/paper.ts';
import { wholeOf } from '#kernel/language/rights/readable.ts';
import type { RowRule } from '#kernel/language/row-rule.ts';
import { findFunction } from '../search/search-functions.ts';
import { isReadByPerson, searchedFields } from '../schema/paper-columns.ts';
import type { Parameters } from '../database/statement.ts';
import { noteSought, withoutSearch } from './search-terms.ts';
import { Unreadable, asksNothing, assertRead, formless, parts, readAs, textFor } from './filter-values.ts';

/** SQL that finds rows whose search text contains a typed text. */
interface Contained {
  /**
   * Condition by the search index, which holds pairs of characters. It may match too many rows, never too few. Null
   * where the index is not used.
   */
  readonly index: string | null;
  /** The comparison of the text itself. */
  readonly like: string;
}

const eitherOf = (ways: readonly string[]): string => (ways.length === 1 ? ways[0] : `(${ways.join(' or ')})`);

/**
 * Return the conditions for a contained text in small letters. The search index serves texts of two characters or more.
 * Fields that the reader may not see are not searched.
 */
function containedIn(paper: AnyPaper, text: string, values: Parameters): Contained {
  const ways = widthsOf(text).map((one) => containedAs(paper, one, values));
  const indexes = ways.map((one) => one.index);
  return {
    index: indexes.includes(null) ? null : eitherOf(indexes.filter((one) => one !== null)),
    like: eitherOf(ways.map((one) => one.like)),
  };
}

function containedAs(paper: AnyPaper, text: string, values: Parameters): Contained {
  const pattern = values.add(`%${escaped(text)}%`);
  const seen = searchedFields(paper);
  const like =
    seen.length === searchedFields(wholeOf(paper)).length
      ? `t.search_text like ${pattern}`
      : `(${seen.map((name) => `lower(t.${columnOf(name)}) like ${pattern}`).join(' or ') || 'false'})`;
  return { index: [...text].length > 1 ? byParts(paper, text, values) : null, like };
}

/** Return the SQL for rows whose search text contains a typed text. */
export function containsSql(paper: AnyPaper, text: string, values: Parameters): string {
  const { index, like } = containedIn(paper, text, values);
  return index ? `(${like} and ${index})` : like;
}

function byParts(paper: AnyPaper, text: string, values: Parameters): string | null {
  if (values.scanOnly || isReadByPerson(paper)) return null;
  return !values.searchIndex && paper.owner !== 'platform'
    ? `t.id = any(array(select ${findFunction(paper)}(${values.add(text)}, null)))`
    : `search_parts(t.search_text) @> search_terms(${values.add(text)})`;
}

const suffixes: ReadonlySet<string> = new Set<Operator>([
  'equal',
  'notequal',
  'notlike',
  'likeleft',
  'likeright',
  'like',
  'datege',
  'dategt',
  'dateequal',
  'datele',
  'datelt',
  'ge',
  'gt',
  'le',
  'lt',
  'notnull',
  'null',
  'notin',
  'in',
]);
const comparisons: Partial<Record<Operator, string>> = {
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
  dategt: '>=',
  datege: '>=',
  datelt: '<=',
  datele: '<=',
};

/** Return the name of the field that a parameter means: an alias (`says` of the paper) or the name itself. */
const saidBy = (paper: AnyPaper, name: string): string =>
  (paper.says as Readonly<Record<string, string>> | undefined)?.[name] ?? name;

function filteredField(paper: AnyPaper, name: string): Field | undefined {
  const field = fieldOf(paper, name) ?? fieldOf({ fields: baseFields }, name);
  return field && !field.computed && !field.secret && !field.veiled ? field : undefined;
}

/** Split the name of a parameter into field and operator; null for other names. */
export function readName(
  paper: AnyPaper,
  name: string,
): { name: string; field: Field; operator: Operator | '' } | null {
  const meant = saidBy(paper, name);
  const whole = filteredField(paper, meant);
  if (whole) return { name: meant, field: whole, operator: '' };
  const cut = name.lastIndexOf('_');
  const operator = name.slice(cut + 1);
  if (cut < 1 || !suffixes.has(operator)) return null;
  const bare = saidBy(paper, name.slice(0, cut));
  const field = filteredField(paper, bare);
  return field ? { name: bare, field, operator: operator as Operator } : null;
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Return the condition for a text at any position, by the search index where the text has two characters or more. */
function likeSql(
  paper: AnyPaper,
  column: string,
  text: string,
  operator: Operator,
  values: Parameters,
  indexed: boolean,
): string {
  const sought = lineText(text).toLowerCase();
  const patternOf = (lower: string): string =>
    operator === 'likeleft' ? `%${lower}` : operator === 'likeright' ? `${lower}%` : `%${lower}%`;
  const likes = widthsOf(sought).map((one) => `lower(${column}) like ${values.add(patternOf(escaped(one)))}`);
  const like = eitherOf(likes);
  if (operator === 'notlike') return `not (${like})`;
  return indexed && [...sought].length > 1 ? `${containsSql(paper, sought, values)} and ${like}` : like;
}

const wholeNumber: Label = ['请输入完整号码或后四位', 'Enter the whole number or its last four digits'];

/**
 * Return the condition for a masked number: the text is the complete number, or its last four digits. Other parts of a
 * number find nothing.
 */
function numberSql(column: string, field: Field, text: string, values: Parameters): string {
  const digits = bareNumber(text.replaceAll('*', ''));
  if (/^\d{4}$/.test(digits)) return `${column}_tail = ${values.add(digits)}`;
  const accepted = kindOf(field).accept(text, field);
  if ('problem' in accepted) throw new Unreadable(wholeNumber);
  return wholeNumberSql(column, String(accepted.value), values);
}

/** Return the condition for a complete personal number. The index of its last digits serves it. */
export const wholeNumberSql = (column: string, number: string, values: Parameters): string =>
  `(${column}_tail = ${values.add(number.slice(-4))} and ${column} = ${values.add(number)})`;

const dayEnd = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 23:59:59.999` : text);

function rangeSql(column: string, field: Field, operator: Operator, text: string, values: Parameters): string {
  const upper = operator.endsWith('lt') || operator.endsWith('le');
  const read = readAs(field, text);
  const bound = kindOf(field).time === 'moment' && upper ? dayEnd(text) : read;
  return `${column} ${comparisons[operator]} ${values.add(bound)}`;
}

/**
 * Parse the values of a filter. A comma separates keys and ids; in a text it is a comma, unless the operator takes
 * several values.
 */
function parsedValues(field: Field, text: string, operator: Operator | ''): unknown[] {
  const kind = kindOf(field);
  const many = operator === 'in' || operator === 'notin' || (kind.chosen && kind.operators.includes('in'));
  const read = (many ? parts(text) : [text]).map((one) => readAs(field, one));
  if (!read.length) throw new Unreadable(formless(field));
  return read;
}

/**
 * Return the condition that a column equals the value, or any value of a comma list; negated for `notequal` and
 * `notin`.
 */
function equalSql(column: string, field: Field, text: string, operator: Operator | '', values: Parameters): string {
  const accepted = parsedValues(field, text, operator);
  const type = columnFor(field).type(field);
  if (type.endsWith('[]')) return `${column} && ${values.add(accepted.flat())}::${type}`;
  if (kindOf(field).time === 'moment' && /^\d{4}-\d\d-\d\d$/.test(text))
    return `${column} >= ${values.add(text)} and ${column} <= ${values.add(dayEnd(text))}`;
  const list =
    accepted.length > 1
      ? `${column} = any(${values.add(accepted)}::${type}[])`
      : `${column} = ${values.add(accepted[0])}`;
  return operator === 'notequal' || operator === 'notin' ? `(${column} is null or not (${list}))` : list;
}

/** Does a filter look for a part of a text, at any position? */
const isContained = (field: Field, operator: Operator | ''): boolean =>
  operator === 'like' || operator === 'notlike' || (operator === '' && field.filter === 'like');

/**
 * Return the condition for a text that is stored in both languages. Either may match: as a whole, at its beginning or
 * at its end.
 */
function spokenSql(
  paper: AnyPaper,
  column: string,
  field: Field,
  operator: Operator | '',
  text: string,
  values: Parameters,
): string {
  const halves = [1, 2].map((half) => `split_part(${column}, chr(${BESIDE.charCodeAt(0)}), ${half})`);
  const both = halves.map((half) =>
    operator.includes('like')
      ? likeSql(paper, half, text, operator as Operator, values, false)
      : equalSql(half, field, text, operator, values),
  );
  return `(${both.join(operator.startsWith('not') ? ' and ' : ' or ')})`;
}

/** Return the condition for a masked value: the text is the complete value, or for a number its last four digits. */
function wholeSql(paper: AnyPaper, name: string, field: Field, text: string, values: Parameters): string {
  const column = `t.${columnOf(name)}`;
  noteSought(paper, name, text);
  return kindOf(field).foundByTail
    ? numberSql(column, field, text, values)
    : `${column} = ${values.add(readAs(field, text))}`;
}

function conditionOf(
  paper: AnyPaper,
  name: string,
  field: Field,
  operator: Operator | '',
  text: string,
  values: Parameters,
): string | null {
  const column = `t.${columnOf(name)}`;
  if (operator === 'null' || operator === 'notnull') return `${column} is ${operator === 'null' ? 'null' : 'not null'}`;
  if (field.isProductText && !isContained(field, operator) && kindOf(field).operators.includes(operator || 'equal'))
    return spokenSql(paper, column, field, operator, text, values);
  return hides(field.personal) || kindOf(field).foundByTail
    ? wholeSql(paper, name, field, text, values)
    : plainSql(paper, name, field, operator, text, values);
}

/** Return the condition of a range, a contained text or an equality, as the kind of the field allows. */
function plainSql(
  paper: AnyPaper,
  name: string,
  field: Field,
  operator: Operator | '',
  text: string,
  values: Parameters,
): string | null {
  const column = `t.${columnOf(name)}`;
  const allowed = kindOf(field).operators;
  if (operator && comparisons[operator])
    return allowed.includes(operator) ? rangeSql(column, field, operator, text, values) : null;
  const contained = operator === '' && field.filter === 'like' ? 'like' : operator;
  if (contained.includes('like') && allowed.includes('like'))
    return likeSql(paper, column, text, contained as Operator, values, searchedFields(paper).includes(name));
  // Places, files and structured values have no useful equality.
  if (operator.includes('like') || !allowed.includes('equal')) return null;
  return equalSql(column, field, text, operator === 'dateequal' ? 'equal' : operator, values);
}

/** Does this parameter look for a part of a text? Masked values are compared as a whole, or by their end. */
export function looksInText(paper: AnyPaper, key: string): boolean {
  const read = key === 'keyword' ? null : readName(paper, key);
  return (
    key === 'keyword' ||
    (read !== null &&
      !hides(read.field.personal) &&
      !kindOf(read.field).foundByTail &&
      (read.operator.includes('like') || (read.operator === '' && read.field.filter === 'like')))
  );
}

/**
 * Return the field of which a parameter is a bound of a span; null for other parameters. The day of a moment is a span
 * too.
 */
export function spanOfFilter(paper: AnyPaper, key: string): string | null {
  const read = readName(paper, key);
  if (read?.field.filter !== 'range' || !Object.hasOwn(paper.fields, read.name)) return null;
  return comparisons[read.operator as Operator] ||
    (kindOf(read.field).time === 'moment' && ['', 'equal', 'dateequal'].includes(read.operator))
    ? read.name
    : null;
}

/**
 * Return the conditions of a query string, by the definition as whitelist. Unknown names and empty values are left out;
 * an unreadable value is refused.
 */
export function conditionsOf(paper: AnyPaper, query: Readonly<Record<string, unknown>>, values: Parameters): string[] {
  const conditions: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const read = asksNothing(value) || name.endsWith('_ignore') ? null : readName(paper, name);
    const condition =
      read &&
      assertRead(name, read.field.label, () =>
        conditionOf(paper, read.name, read.field, read.operator, textFor(read.field, value), values),
      );
    if (condition) conditions.push(condition);
  }
  return conditions;
}

/**
 * Return the SQL that `work` makes of a stored condition. If the condition is no longer readable, return one that
 * matches no row.
 */
function closed(work: () => string | null): string {
  try {
    return withoutSearch(work) ?? 'false';
  } catch (error) {
    if (error instanceof Unreadable || error instanceof Refusal) return 'false';
    throw error;
  }
}

/** Return stored conditions, such as those of a scope, as SQL. A condition that is no longer valid matches no row. */
export const storedConditions = (
  paper: AnyPaper,
  query: Readonly<Record<string, unknown>>,
  values: Parameters,
): string[] =>
  Object.entries(query).map(([name, value]) => closed(() => conditionsOf(paper, { [name]: value }, values)[0] ?? null));

/**
 * Return a rule as SQL. It may use fields that the reader does not see. An invalid condition matches no row: a rule may
 * exclude too much, never too little.
 */
export function ruleSql(of: AnyPaper, rule: RowRule, values: Parameters): string {
  const paper = wholeOf(of);
  const conditions = rule.conditions.map((one): string => {
    const read = readName(paper, `${one.field}_${one.op}`);
    if (!read || read.name !== one.field || (one.value ?? 'x') === '') return 'false';
    return closed(() => conditionOf(paper, read.name, read.field, read.operator, one.value ?? '', values));
  });
  return `(${conditions.join(rule.match === 'all' ? ' and ' : ' or ') || 'false'})`;
}

/**
 * Return the condition of the quick search: any part of the search text, a complete personal number, or its last four
 * digits. Null without a keyword.
 */
export function keywordSql(
  paper: AnyPaper,
  keyword: string,
  values: Parameters,
  has: { text: boolean; tails: readonly string[] },
): string | null {
  const text = lineText(keyword).toLowerCase().slice(0, 100);
  if (!text) return null;
  const whole: string[] = [];
  const number = bareNumber(text);
  const digits = /^1\d{10}$/.test(number) ? number : text.replaceAll(/[\s-]/g, '');
  if (/^\d{4}$/.test(digits))
    for (const name of has.tails) whole.push(`t.${columnOf(name)}_tail = ${values.add(digits)}`);
  if (/^\d{7,12}$/.test(digits))
    for (const name of has.tails) {
      noteSought(paper, name, digits);
      whole.push(wholeNumberSql(`t.${columnOf(name)}`, digits, values));
    }
  if (!has.text) return anyOf(whole);
  const { index, like } = containedIn(paper, text, values);
  // The index conditions are joined apart from the comparisons. If each were joined with its comparison, PostgreSQL
  // would compute the indexed parts of each matching row again.
  return index && whole.length
    ? `(${anyOf([index, ...whole])} and ${anyOf([like, ...whole])})`
    : anyOf([index ? `(${like} and ${index})` : like, ...whole]);
}

const anyOf = (ways: readonly string[]): string | null => (ways.length ? `(${ways.join(' or ')})` : null);
