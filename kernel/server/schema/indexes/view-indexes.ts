import { columnFor } from '#kernel/fields/columns.server.ts';
import { type AnyPaper, type PartialIndex, columnOf, fieldOf } from '#kernel/language/paper.ts';
import type { IndexPlan } from '../table.ts';

/**
 * Condition of a ready-made view on one column. `words`: the values that it may equal; absent for other comparisons.
 */
interface ViewTerm {
  readonly field: string;
  readonly words?: readonly string[];
  readonly sql: string;
}

const COMPARED: Readonly<Record<string, string>> = {
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
  null: 'is null',
  notnull: 'is not null',
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Return the SQL for rows with one of these values. */
export const ofWords = (column: string, words: readonly string[]): string =>
  `${column} = any (array[${words.map(quoted).join(', ')}])`;

/** Return the field and the operator of a filter; undefined if it does not compare one column. */
function readKey(paper: AnyPaper, key: string): { readonly name: string; readonly operator: string } | undefined {
  const cut = fieldOf(paper, key) ? key.length : key.lastIndexOf('_');
  const name = key.slice(0, cut);
  const field = fieldOf(paper, name);
  return field && !field.computed && !field.many ? { name, operator: key.slice(cut + 1) } : undefined;
}

const isEquality = (operator: string): boolean => ['', 'equal', 'in'].includes(operator);

/** Return the comparison of a column with a value of a view; undefined where no index serves it. */
function comparison(type: string, operator: string, value: string): string | undefined {
  const compared = COMPARED[operator];
  if (compared?.startsWith('is')) return compared;
  if (type === 'integer' && /^\d+$/.test(value)) return `${compared ?? '='} ${value}`;
  return type === 'boolean' && isEquality(operator) ? `= ${value === 'true'}` : undefined;
}

/** Read a filter of a view; undefined where it compares no column, or by a part of a text. */
function termOf(paper: AnyPaper, key: string, value: string): ViewTerm | undefined {
  const read = readKey(paper, key);
  if (!read) return undefined;
  const { name, operator } = read;
  const field = paper.fields[name];
  const [column, type] = [columnOf(name), columnFor(field).type(field)];
  const sql = comparison(type, operator, value);
  if (sql) return { field: name, sql: `${column} ${sql}` };
  if (type !== 'text' || field.filter === 'like' || !isEquality(operator)) return undefined;
  const words = value.split(',');
  return { field: name, words, sql: ofWords(column, words) };
}

/** Does a partial index of the paper (`partialIndexes`) contain all rows that match this term? */
const isAmongFew = ({ partialIndexes = [] }: AnyPaper, { field, words }: ViewTerm): boolean =>
  (partialIndexes as readonly PartialIndex[]).some(({ where }) => words?.every((word) => where[field]?.includes(word)));

type MakeIndex = (name: string, on: string, more: Partial<IndexPlan> & { readonly user: string }) => IndexPlan;

/**
 * Return indexes for the ready-made views of a paper. A view with a filter that another index serves gets none. Views
 * that only list values of one field share an index on that field. Any other view gets a partial index with its filters
 * as the condition.
 */
export function viewIndexes(
  paper: AnyPaper,
  isIndexed: (field: string) => boolean,
  { tenant, tail, index }: { readonly tenant: string; readonly tail: string; readonly index: MakeIndex },
): IndexPlan[] {
  const words = new Map<string, { readonly words: Set<string>; readonly views: string[] }>();
  const others: IndexPlan[] = [];
  for (const [view, { filter }] of Object.entries(paper.views ?? {})) {
    const terms = Object.entries(filter).flatMap(([key, value]) => termOf(paper, key, value) ?? []);
    if (!terms.length || terms.some((term) => isIndexed(term.field) || isAmongFew(paper, term))) continue;
    const [first] = terms;
    if (terms.length === 1 && first.words) {
      const shared = words.get(first.field) ?? { words: new Set<string>(), views: [] };
      words.set(first.field, shared);
      for (const word of first.words) shared.words.add(word);
      shared.views.push(view);
    } else {
      const where = ['is_deleted = 0', ...terms.map(({ sql }) => sql)].join(' and ');
      others.push(index(`view_${columnOf(view)}`, tenant + tail, { where, user: `view ${view}` }));
    }
  }
  return [
    ...[...words].map(([field, { words: named, views }]) => {
      const column = columnOf(field);
      return index(`view_${column}`, `${tenant}${column}, ${tail}`, {
        where: `is_deleted = 0 and ${ofWords(column, [...named])}`,
        user: views.map((view) => `view ${view}`).join('; '),
      });
    }),
    ...others,
  ];
}
