import type { AnyPaper } from '#kernel/language/paper.ts';
import { wholeOf } from '#kernel/language/rights/readable.ts';
import type { Query } from '../http/http.ts';

/** An order of a list: by which column, and which way. */
export interface Sort {
  readonly key: string;
  readonly down: boolean;
}

/** What the address says besides filters. */
const reserved = new Set([
  'current',
  'size',
  'ascs',
  'descs',
  'keyword',
  'view',
  'id',
  'menu',
  'target',
  'form',
  'group',
  'open',
  'as',
  'month',
]);
export const SIZES = [10, 30, 50, 100, 200];

/** Where in the list the person stands, as the address says it. */
export interface ListPlace {
  readonly keyword: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly view: string;
  readonly current: number;
  readonly size: number;
  readonly sorts: readonly Sort[];
  /** What the rows are grouped by: a field, or a field and a unit of time (`createTime.month`); '' = not at all. */
  readonly group: string;
  /** As what they are shown; '' = as a table. */ readonly as: string;
  /** The month of a calendar; '' = the present one. */ readonly month: string;
  /** The group whose rows are shown; null = all of them. */ readonly open: string | null;
}

const sortsOf = (params: URLSearchParams): Sort[] =>
  (params.get('sort') ?? '')
    .split(',')
    .filter(Boolean)
    .map((one) => (one.startsWith('-') ? { key: one.slice(1), down: true } : { key: one, down: false }));

export function listPlaceOf(search: string, usualSize: number): ListPlace {
  const read = new URLSearchParams(search);
  return {
    keyword: read.get('keyword') ?? '',
    filters: Object.fromEntries([...read].filter(([name]) => !reserved.has(name) && name !== 'sort')),
    view: read.get('view') ?? '',
    current: Math.max(1, Number(read.get('current') ?? 1)),
    size: SIZES.includes(Number(read.get('size'))) ? Number(read.get('size')) : usualSize,
    sorts: sortsOf(read),
    group: read.get('group') ?? '',
    open: read.get('open'),
    as: read.get('as') ?? '',
    month: read.get('month') ?? '',
  };
}

/** How many rows a page has where nobody said otherwise. */
export const USUAL_SIZE = 10;

/** The key of the group of rows that have no value. */
export const NO_VALUE = '_none';

type Filters = Readonly<Record<string, string>>;

/** A field that is grouped by, and the unit where it is a time. */
export const groupParts = (group: string): readonly [name: string, unit: string] => {
  const [name, unit = ''] = group.split('.');
  return [name, unit];
};

/** The last day of a month (`2026-02`), or the day itself. */
const lastDay = (key: string): string =>
  key.length > 7
    ? key
    : new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** The filter that leaves what lies from one day to another, or on one side of a day, within the filters that are there. */
export function narrowedTo(
  name: string,
  first: string | undefined,
  last: string | undefined,
  others: Filters,
): Filters {
  const [from, to] = [`${name}_dategt`, `${name}_datelt`];
  return {
    ...(first && { [from]: others[from] && others[from].slice(0, 10) > first ? others[from] : first }),
    ...(last && { [to]: others[to] && others[to].slice(0, 10) < last ? others[to] : last }),
  };
}

/** The filter that leaves one group, beside the filters that are there: a span of time is narrowed, never widened. */
export function filtersOfGroup(group: string, key: string, others: Filters): Filters {
  const [name, unit] = groupParts(group);
  if (!name) return {};
  if (key === NO_VALUE) return { [`${name}_null`]: '1' };
  if (!unit) return { [`${name}_equal`]: key };
  return narrowedTo(name, key.length > 7 ? key : `${key}-01`, lastDay(key), others);
}

/** Return the field that a filter names: the name itself, or without its operator. */
const filteredField = (of: AnyPaper, key: string): string =>
  key in wholeOf(of).fields ? key : key.slice(0, key.lastIndexOf('_'));

/** Does a filter name a field that the reader may not see? The list refuses it; a view of others may hold one. */
export const isHiddenFilter = (of: AnyPaper, key: string): boolean => {
  const name = filteredField(of, key);
  return name in wholeOf(of).fields && !(name in of.fields);
};

/** The same without the group that is open: what all groups together are counted in. Filters of hidden fields are left out. */
export const ungroupedFiltersOf = (
  of: AnyPaper,
  place: Pick<ListPlace, 'filters' | 'keyword'>,
  ofView: Filters | undefined,
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries({ ...ofView, ...place.filters }).filter(([key]) => !isHiddenFilter(of, key))),
  ...(place.keyword ? { keyword: place.keyword } : {}),
});

/** What the address and the chosen view ask of the server: filters of the view, those of the person, and the group that is open. */
export function listFiltersOf(of: AnyPaper, place: ListPlace, ofView: Filters | undefined): Record<string, string> {
  const all = ungroupedFiltersOf(of, place, ofView);
  return place.group && place.open !== null ? { ...all, ...filtersOfGroup(place.group, place.open, all) } : all;
}

/** The question for the rows. */
export function listQuery(of: AnyPaper, place: ListPlace, ofView: Readonly<Record<string, string>> | undefined): Query {
  const names = (down: boolean): string =>
    place.sorts
      .filter((sort) => sort.down === down)
      .map((sort) => sort.key)
      .join(',');
  return {
    ...listFiltersOf(of, place, ofView),
    ascs: names(false),
    descs: names(true),
    ...(of.tree ? {} : { current: place.current, size: place.size }),
  };
}

/** Under which name the answer is kept. */
export const listKey = (of: AnyPaper, query: Query, language: string): readonly unknown[] => [
  'list',
  of.name,
  query,
  language,
];
