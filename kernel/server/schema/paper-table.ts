import { columnFor } from '#kernel/fields/columns.server.ts';
import type { Operator } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import {
  type AnyPaper,
  type OnceRule,
  type PartialIndex,
  columnOf,
  isAboutSomebody,
  storedFields,
} from '#kernel/language/paper.ts';
import { memoizePerPaper } from '#kernel/language/memoize-per-paper.ts';
import { type ColumnPlan, type IndexPlan, type Table, shortName } from './table.ts';

const base: readonly ColumnPlan[] = [
  { name: 'id', type: 'bigint', notNull: true },
  { name: 'create_user', type: 'bigint' },
  { name: 'create_dept', type: 'bigint' },
  { name: 'create_time', type: 'timestamptz', notNull: true },
  { name: 'update_user', type: 'bigint' },
  { name: 'update_time', type: 'timestamptz', notNull: true },
  { name: 'status', type: 'integer', notNull: true, initial: '1' },
  { name: 'is_deleted', type: 'integer', notNull: true, initial: '0' },
  { name: 'version', type: 'integer', notNull: true, initial: '1' },
];

const MOST_FILTER_INDEXES = 8;

/** Text fields of the quick search and of contained-text filters: together they feed one search column and one index. */
export const searchedFields = memoizePerPaper((paper): readonly string[] => {
  const likes = storedFields(paper)
    .filter(([, field]) => field.filter === 'like' && !hides(field.personal))
    .map(([name]) => name);
  return [...new Set([...(paper.search ?? []), ...likes])].filter((name) => !hides(paper.fields[name].personal));
});

/** Numbers of people that may be filtered by their last four digits. */
export const tailedFields = (paper: AnyPaper): string[] =>
  storedFields(paper)
    .filter(([, field]) => kindOf(field).foundByTail)
    .map(([name]) => name);

/** The columns that order a list by default, newest first. */
export function orderColumns(paper: AnyPaper): { column: string; down: boolean } {
  const by = paper.order?.by ?? 'createTime';
  return { column: columnOf(by), down: paper.order?.down ?? by === 'createTime' };
}

/** The table that a definition asks for: columns, unique keys and the indexes its list needs. */
export function tableOfPaper(paper: AnyPaper): Table {
  const tenants = paper.owner !== 'platform';
  const own = storedFields(paper).map(([name, field]): ColumnPlan => ({
    name: columnOf(name),
    type: columnFor(field).type(field),
  }));
  const searched = searchedFields(paper);
  const generated: ColumnPlan[] = tailedFields(paper).map((name) => ({
    name: `${columnOf(name)}_tail`,
    type: 'text',
    generated: `right(${columnOf(name)}, 4)`,
  }));
  if (searched.length) {
    generated.push({
      name: 'search_text',
      type: 'text',
      maintained: {
        expression: `lower(${searched.map((name) => `coalesce({${columnOf(name)}}, '')`).join(" || ' ' || ")})`,
        from: searched.map(columnOf),
      },
    });
  }
  return {
    name: paper.table,
    tenants,
    appendOnly: paper.appendOnly,
    ...(paper.spans && { spans: { by: 'id', ...paper.spans } }),
    columns: [
      base[0],
      ...(tenants ? [{ name: 'tenant_id', type: 'text', notNull: true }] : []),
      ...base.slice(1),
      ...own.filter((column) => !isBase(column.name, tenants)),
      ...generated,
    ],
    primaryKey: ['id'],
    indexes: indexesOf(paper, searched.length > 0),
    // Rows of one person are read and done away with: a page leaves room for that, and no index hears of it.
    ...(isReadByPerson(paper) && { storage: { fillfactor: 80 } }),
  };
}

const isBase = (column: string, tenants: boolean): boolean =>
  (tenants && column === 'tenant_id') || base.some((one) => one.name === column);

/** Does everybody see his own rows alone? Those are found by him, and by what they are about; whatever else is asked is looked for among them. */
export const isReadByPerson = (paper: AnyPaper): boolean => paper.sight === 'personal' && paper.self !== undefined;

/**
 * The fields whose equality filter has an index of its own: all that point at other papers, since those look back by it, and eight
 * choices, the state and the team of a scope first. The rest is filtered along the order of the list, within a range.
 */
export const indexedFilters = memoizePerPaper((paper): readonly string[] => {
  const possible = storedFields(paper).filter(
    ([, field]) => columnFor(field).indexed && (field.filter === 'exact' || kindOf(field).isRelation),
  );
  const first = new Set([
    paper.lifecycle?.field,
    ...(paper.lifecycle?.tracks ?? []).map((track) => track.field),
    paper.team && 'field' in paper.team ? String(paper.team.field) : undefined,
  ]);
  const relations = possible.filter(([, field]) => kindOf(field).isRelation);
  const choices = possible
    .filter(([, field]) => !kindOf(field).isRelation)
    .filter(([, field]) => !isReadByPerson(paper) || columnFor(field).type(field) === 'bigint')
    .toSorted(([a], [b]) => Number(first.has(b)) - Number(first.has(a)))
    .slice(0, MOST_FILTER_INDEXES);
  return [...relations, ...choices].map(([name]) => name);
});

/** Has a filter on this field an index to go by? Whoever asks for what is not filled in has none. */
export function isIndexed(paper: AnyPaper, name: string, field: Field, operator: Operator | '' = ''): boolean {
  if (isReadByPerson(paper)) return true;
  if (operator === 'null' && !field.required && !columnFor(field).indexesEmpty) return false;
  return (
    field.unique === true ||
    ownIndex(field, 'column', 'tail') !== undefined ||
    indexedFilters(paper).includes(name) ||
    (field.filter === 'like' && searchedFields(paper).includes(name))
  );
}

/** The index of a span ends in the order of the list: by it alone the newest rows of the span are found. */
const spanIndex = (column: string, tail: string): string =>
  `${column} desc, ${tail.startsWith(`${column} `) || tail.startsWith(`${column},`) ? 'id desc' : tail}`;

/** How a field that is filtered beyond the common indexes is indexed. */
const ownIndex = (field: Field, column: string, tail: string): string | undefined =>
  columnFor(field).index?.(field, column, tail) ?? (field.filter === 'range' ? spanIndex(column, tail) : undefined);

/** Same tenant, same keys, overlapping times. */
function apartOn({ apart }: AnyPaper, tenant: string): string {
  const { by, from, to } = apart as NonNullable<AnyPaper['apart']>;
  return [...(tenant ? ['tenant_id'] : []), ...by.map((name) => columnOf(String(name)))]
    .map((column) => `${column} with =`)
    .concat(`tstzrange(${columnOf(String(from))}, ${columnOf(String(to))}) with &&`)
    .join(', ');
}

const apartWhere = ({ apart }: AnyPaper): string =>
  [
    'is_deleted = 0',
    ...Object.entries((apart as NonNullable<AnyPaper['apart']>).where as Record<string, boolean>).map(
      ([name, holds]) => `${columnOf(name)} is ${holds ? '' : 'not '}true`,
    ),
  ].join(' and ');

/** What the data scopes of roles look by. */
function scopesOf(paper: AnyPaper): string[] {
  const { owner, sight = 'scoped' } = paper;
  if (owner === 'platform' || sight === 'shared' || sight === 'personal') return [];
  // Where the department stands in another paper, nobody looks by the one that made the row.
  return [...(sight === 'scoped' && !paper.department ? ['dept'] : []), ...(isAboutSomebody(paper) ? [] : ['user'])];
}

/** What PostgreSQL itself refuses: two of a kind, two at the same time. */
const guards = (
  paper: AnyPaper,
  tenant: string,
  index: (name: string, on: string, more: Partial<IndexPlan>) => IndexPlan,
): IndexPlan[] => [
  ...(paper.uniques ?? []).map((keys) =>
    index(`one_${keys.map(columnOf).join('_')}`, tenant + keys.map(columnOf).join(', '), { unique: true }),
  ),
  ...((paper.once ?? []) as readonly OnceRule[])
    // Keys of one field that is filtered have an index already.
    .filter(({ by }) => !paper.fields[by[0]].unique && !indexedFilters(paper).includes(by[0]))
    .map(({ by }) =>
      index(`once_${columnOf(by[0])}`, `${tenant}${columnOf(by[0])}`, {
        where: `is_deleted = 0 and ${columnOf(by[0])} is not null`,
      }),
    ),
  ...(paper.apart ? [index('apart', apartOn(paper, tenant), { exclude: true, where: apartWhere(paper) })] : []),
];

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The index of a few rows in an order of their own, which the list asks for upwards as well as downwards. */
const partialIndex = (
  { by, where }: PartialIndex,
  tenant: string,
  index: (name: string, on: string, more: Partial<IndexPlan>) => IndexPlan,
): IndexPlan => {
  const terms = Object.entries(where).map(
    ([name, words = []]) => `${columnOf(name)} = any (array[${words.map(quoted).join(', ')}])`,
  );
  return index(`few_${columnOf(by)}`, `${tenant}${columnOf(by)}`, {
    where: ['is_deleted = 0', ...terms].join(' and '),
  });
};

function indexesOf(paper: AnyPaper, searchable: boolean): IndexPlan[] {
  const tenant = paper.owner === 'platform' ? '' : 'tenant_id, ';
  const order = orderColumns(paper);
  const tail = `${order.column}${order.down ? ' desc' : ''}, id desc`;
  const living = 'is_deleted = 0';
  const index = (name: string, on: string, more: Partial<IndexPlan> = {}): IndexPlan => ({
    name: shortName(`${paper.table}_${name}`),
    on,
    where: living,
    ...more,
  });
  /** Rows that leave the field empty stay out of its index: nobody looks for them by it, and writing them costs nothing there. */
  const filled = (column: string, field: Field): Partial<IndexPlan> =>
    field.required || columnFor(field).indexesEmpty ? {} : { where: `${living} and ${column} is not null` };
  const all = [
    ...(isReadByPerson(paper) ? [] : [index('order', tenant + tail)]),
    ...scopesOf(paper).map((scope) => index(scope, `tenant_id, create_${scope}, ${tail}`)),
  ];
  // Whoever was merged into another is a removed row, and is asked for by where he went.
  const held = (name: string): Partial<IndexPlan> =>
    name === paper.mergedInto ? { where: `${columnOf(name)} is not null` } : filled(columnOf(name), paper.fields[name]);
  for (const name of indexedFilters(paper))
    all.push(index(`by_${columnOf(name)}`, `${tenant}${columnOf(name)}, ${tail}`, held(name)));
  all.push(
    ...storedFields(paper).flatMap(([name, field]) => {
      const column = columnOf(name);
      if (field.unique) return [index(`one_${column}`, tenant + column, { unique: true })];
      const own = isReadByPerson(paper) ? undefined : ownIndex(field, column, tail);
      return own ? [index(`by_${column}`, tenant + own, filled(column, field))] : [];
    }),
  );
  for (const name of tailedFields(paper))
    all.push(
      index(
        `tail_${columnOf(name)}`,
        `${tenant}${columnOf(name)}_tail`,
        filled(`${columnOf(name)}_tail`, paper.fields[name]),
      ),
    );
  all.push(...guards(paper, tenant, index));
  for (const few of (paper.partialIndexes ?? []) as readonly PartialIndex[]) all.push(partialIndex(few, tenant, index));
  if (searchable && !isReadByPerson(paper))
    all.push(index('search', `${tenant}search_parts(search_text)`, { using: 'gin' }));
  // The order of a list may be one of its ranges.
  return all.filter(
    (one, at) =>
      one.unique || !all.slice(0, at).some((other) => other.on === one.on && one.where?.startsWith(other.where ?? '')),
  );
}
