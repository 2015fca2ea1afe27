import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import {
  type AnyPaper,
  type PartialIndex,
  columnOf,
  fieldOf,
  isAboutSomebody,
  storedFields,
} from '#kernel/language/paper.ts';
import { type FieldUsers, type PaperMap, fieldUsersOf } from './index-users.ts';
import { isReadByPerson, orderColumns, searchedFields, tailedFields } from '../paper-columns.ts';
import { type IndexPlan, shortName } from '../table.ts';
import { ofWords, viewIndexes } from './view-indexes.ts';

type MakeIndex = (name: string, on: string, more: Partial<IndexPlan> & { readonly user: string }) => IndexPlan;

/** Input for the indexes of a paper. */
interface Making {
  readonly paper: AnyPaper;
  /** The tenant column with a comma, where the rows belong to tenants; else empty. */ readonly tenant: string;
  /** The order of the list, with which indexes end: a page is read from them in order. */ readonly tail: string;
  readonly users: FieldUsers;
  readonly index: MakeIndex;
}

const LIVING = 'is_deleted = 0';

/** Leave rows without a value out of the index: no search needs them. */
const filled = (column: string, field: Field): Partial<IndexPlan> =>
  field.required || columnFor(field).indexesEmpty ? {} : { where: `${LIVING} and ${column} is not null` };

/** The index of a span ends in the order of the list: by it alone the newest rows of the span are found. */
const spanIndex = (column: string, tail: string): string =>
  `${column} desc, ${tail.startsWith(`${column} `) || tail.startsWith(`${column},`) ? 'id desc' : tail}`;

/** Do filters limit the field to a span, such as days or numbers from one to another? */
const isSpan = (field: Field): boolean => field.filter === 'range' || kindOf(field).time !== undefined;

/**
 * Does the field get an index because something looks rows up by it? In papers that people read only about themselves,
 * only references do.
 */
const isHeld = ({ paper, users }: Pick<Making, 'paper' | 'users'>, name: string): boolean =>
  users.has(name) && (!isReadByPerson(paper) || columnFor(paper.fields[name]).type(paper.fields[name]) === 'bigint');

const readerIndexes = ({ paper, tenant, tail, index }: Making): IndexPlan[] => {
  const { owner, sight = 'scoped', department } = paper;
  const isScoped = owner !== 'platform' && sight !== 'shared' && sight !== 'personal';
  return [
    ...(isReadByPerson(paper) ? [] : [index('order', tenant + tail, { user: 'order of the list' })]),
    // Where a row has the department of another row, no scope uses its own creator, nor that person's department.
    ...(isScoped && sight === 'scoped' && !department
      ? [index('dept', `tenant_id, create_dept, ${tail}`, { user: 'scope of departments' })]
      : []),
    ...(isScoped && !isAboutSomebody(paper) && (!department || department.orOwn)
      ? [index('user', `tenant_id, create_user, ${tail}`, { user: 'scope of own rows' })]
      : []),
  ];
};

/** Return the index of a field by which something looks rows up. */
function fieldIndex({ paper, tenant, tail, users, index }: Making, name: string, field: Field): IndexPlan {
  const column = columnOf(name);
  const on = isSpan(field)
    ? spanIndex(column, tail)
    : (columnFor(field).index?.(field, column, tail) ?? `${column}, ${tail}`);
  // A merged row is a removed one, and is found by the row that took its place.
  const held = name === paper.mergedInto ? { where: `${column} is not null` } : filled(column, field);
  return index(`by_${column}`, tenant + on, { ...held, user: (users.get(name) ?? []).join('; ') });
}

const fieldIndexes = (making: Making): IndexPlan[] =>
  storedFields(making.paper)
    .filter(([name, field]) => isHeld(making, name) && !field.unique && !kindOf(field).foundByTail)
    .filter(([name]) => name !== making.paper.fewPer)
    .map(([name, field]) => fieldIndex(making, name, field));

/**
 * Return the indexes of personal numbers that people search. A complete number is found by its last digits too; only
 * statements of rooms need an index of whole numbers.
 */
const numberIndexes = ({ paper, tenant, users, index }: Making): IndexPlan[] =>
  tailedFields(paper).flatMap((name) => {
    const [field, column] = [paper.fields[name], columnOf(name)];
    return [
      ...(users.has(name) && !field.unique
        ? [
            index(`by_${column}`, tenant + column, {
              ...filled(column, field),
              user: (users.get(name) ?? []).join('; '),
            }),
          ]
        : []),
      index(`tail_${column}`, `${tenant}${column}_tail`, {
        ...filled(`${column}_tail`, field),
        user: 'search by the last digits of a number',
      }),
    ];
  });

/** Return the columns of an exclusion constraint: equal tenant, equal keys, overlapping periods. */
function apartOn({ apart }: AnyPaper, tenant: string): string {
  const { by, from, to } = apart as NonNullable<AnyPaper['apart']>;
  return [...(tenant ? ['tenant_id'] : []), ...by.map((name) => columnOf(String(name)))]
    .map((column) => `${column} with =`)
    .concat(`tstzrange(${columnOf(String(from))}, ${columnOf(String(to))}) with &&`)
    .join(', ');
}

const apartWhere = ({ apart }: AnyPaper): string =>
  [
    LIVING,
    ...Object.entries((apart as NonNullable<AnyPaper['apart']>).where as Record<string, boolean>).map(
      ([name, holds]) => `${columnOf(name)} is ${holds ? '' : 'not '}true`,
    ),
  ].join(' and ');

const indexMaker =
  ({ table }: AnyPaper): MakeIndex =>
  (name, on, more) => ({ name: shortName(`${table}_${name}`), on, where: LIVING, ...more });

const tenantOf = ({ owner }: AnyPaper): string => (owner === 'platform' ? '' : 'tenant_id, ');

const uniqueIndex = (paper: AnyPaper, keys: readonly string[]): IndexPlan =>
  indexMaker(paper)(`one_${keys.map(columnOf).join('_')}`, tenantOf(paper) + keys.map(columnOf).join(', '), {
    unique: true,
    user: `one row per ${keys.join(', ')}`,
  });

/** Is there one row for each combination of values of these fields? */
const isUnique = (paper: AnyPaper, keys: readonly string[]): boolean =>
  keys.length === 1
    ? fieldOf(paper, keys[0])?.unique === true
    : ((paper.uniques ?? []) as readonly (readonly string[])[]).some((one) => one.join() === keys.join());

/**
 * Return the index of a unique field, or of fields that are unique together. Fail where they are not unique: that is a
 * fault of the caller.
 */
export function uniqueIndexOf(paper: AnyPaper, keys: readonly string[]): IndexPlan {
  if (!isUnique(paper, keys)) throw new Error(`${paper.name}.${keys.join(', ')} is not unique`);
  return uniqueIndex(paper, keys);
}

/** Return the indexes by which PostgreSQL itself refuses duplicates, and overlapping periods. */
export function guardIndexes(paper: AnyPaper): IndexPlan[] {
  const [index, tenant] = [indexMaker(paper), tenantOf(paper)];
  return [
    ...storedFields(paper)
      .filter(([, field]) => field.unique)
      .map(([name]) => uniqueIndex(paper, [name])),
    ...((paper.uniques ?? []) as readonly (readonly string[])[]).map((keys) => uniqueIndex(paper, keys)),
    ...(paper.apart
      ? [
          index('apart', apartOn(paper, tenant), {
            exclude: true,
            where: apartWhere(paper),
            user: 'no two rows at the same time',
          }),
        ]
      : []),
  ];
}

/**
 * Indexes over the few rows with certain values of a field, in an order of their own (`partialIndexes`). Each serves
 * both directions.
 */
const fewIndexes = ({ paper, tenant, index }: Making): IndexPlan[] =>
  ((paper.partialIndexes ?? []) as readonly PartialIndex[]).map(({ by, where }) =>
    index(`few_${columnOf(by)}`, `${tenant}${columnOf(by)}`, {
      where: [LIVING, ...Object.entries(where).map(([name, words = []]) => ofWords(columnOf(name), words))].join(
        ' and ',
      ),
      user: `rows of a few words in the order of ${by}`,
    }),
  );

/** Do the values of the field rise with the ids of the rows (`rising` of the paper)? */
export const isRising = ({ rising = [] }: AnyPaper, name: string): boolean => rising.map(String).includes(name);

/** Return the index of fields that rise with the id: block ranges of the table show where a span is. */
function risingIndexes({ paper, index }: Making): IndexPlan[] {
  const names = (paper.rising ?? []).map(String);
  if (!names.length) return [];
  const on = names.map(
    (name) => `${columnOf(name)} ${columnFor(paper.fields[name]).type(paper.fields[name])}_minmax_multi_ops`,
  );
  return [index('rising', on.join(', '), { using: 'brin', user: `spans of ${names.join(', ')}` })];
}

/** Return the indexes of a paper that any paper of the product needs, each with the reason for it (`user`). */
export function indexesOf(paper: AnyPaper, papers: PaperMap): IndexPlan[] {
  const order = orderColumns(paper);
  const making: Making = {
    paper,
    tenant: tenantOf(paper),
    tail: `${order.column}${order.down ? ' desc' : ''}, id desc`,
    users: fieldUsersOf(paper, papers),
    index: indexMaker(paper),
  };
  const isAlone = isReadByPerson(paper);
  const all = [
    ...readerIndexes(making),
    ...fieldIndexes(making),
    ...(isAlone ? [] : numberIndexes(making)),
    ...guardIndexes(paper),
    ...fewIndexes(making),
    ...risingIndexes(making),
    ...(isAlone ? [] : viewIndexes(paper, (name) => isHeld(making, name), making)),
    ...(searchedFields(paper).length > 0 && !isAlone
      ? [making.index('search', `${making.tenant}search_parts(search_text)`, { using: 'gin', user: 'search in texts' })]
      : []),
  ];
  // Leave out an index whose columns another one has already, under the same condition or a wider one.
  return all.filter(
    (one, at) =>
      one.unique || !all.slice(0, at).some((other) => other.on === one.on && one.where?.startsWith(other.where ?? '')),
  );
}

/** Does an index serve a filter for one value of this field, whatever the value? */
export function isLookedUp(paper: AnyPaper, papers: PaperMap, name: string): boolean {
  const whole = papers.get(paper.name) ?? paper;
  const field = fieldOf(whole, name);
  if (!field) return false;
  return (
    isReadByPerson(whole) ||
    field.unique === true ||
    kindOf(field).foundByTail === true ||
    isHeld({ paper: whole, users: fieldUsersOf(whole, papers) }, name)
  );
}
