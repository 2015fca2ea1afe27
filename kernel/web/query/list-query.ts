import type { AnyPaper } from '#kernel/language/paper.ts';
import { wholeOf } from '#kernel/language/rights/readable.ts';
import type { Query } from '../http/http.ts';

/** Sort order by one column. */
export interface Sort {
  readonly key: string;
  readonly down: boolean;
}

/** Search parameters of the address that are not filters. */
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

/** The state of a list as its address contains it. */
export interface ListPlace {
  readonly keyword: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly view: string;
  readonly current: number;
  readonly size: number;
  readonly sorts: readonly Sort[];
  /** Grouping: a field, or a field and a unit of time (`createTime.month`); '' for none. */
  readonly group: string;
  /** Layout; '' for the table. */ readonly as: string;
  /** Month of a calendar; '' for the present one. */ readonly month: string;
  /** The group whose rows are shown; null for all rows. */ readonly open: string | null;
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

/** Default page size. */
export const USUAL_SIZE = 10;

/** Key of the group of rows without a value. */
export const NO_VALUE = '_none';

type Filters = Readonly<Record<string, string>>;

/** Return the field of a grouping, and its unit of time. */
export const groupParts = (group: string): readonly [name: string, unit: string] => {
  const [name, unit = ''] = group.split('.');
  return [name, unit];
};

/** Return the last day of a month (`2026-02`); a day is returned unchanged. */
const lastDay = (key: string): string =>
  key.length > 7
    ? key
    : new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)), 0)).toISOString().slice(0, 10);

/**
 * Return filters that limit a field to a range of days, either end of which may be open. A narrower range in `others`
 * remains.
 */
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

/**
 * Return filters that select the rows of one group. If the list is filtered by a range of days, a group of days selects
 * only its days within that range.
 */
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

/**
 * Return whether a filter is on a field that the reader may not see. A list refuses such a filter, but shared views may
 * contain one.
 */
export const isHiddenFilter = (of: AnyPaper, key: string): boolean => {
  const name = filteredField(of, key);
  return name in wholeOf(of).fields && !(name in of.fields);
};

/**
 * Return the filters of a list without that of the open group, so that they match the rows of all groups. Filters on
 * fields that the reader may not see are left out.
 */
export const ungroupedFiltersOf = (
  of: AnyPaper,
  place: Pick<ListPlace, 'filters' | 'keyword'>,
  ofView: Filters | undefined,
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries({ ...ofView, ...place.filters }).filter(([key]) => !isHiddenFilter(of, key))),
  ...(place.keyword ? { keyword: place.keyword } : {}),
});

/** Return all filters of a list: those of the view, those of the person, and the open group. */
export function listFiltersOf(of: AnyPaper, place: ListPlace, ofView: Filters | undefined): Record<string, string> {
  const all = ungroupedFiltersOf(of, place, ofView);
  return place.group && place.open !== null ? { ...all, ...filtersOfGroup(place.group, place.open, all) } : all;
}

/** Return the query parameters by which the list call returns the rows of this page. */
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

/** Return the cache key of a list. */
export const listKey = (of: AnyPaper, query: Query, language: string): readonly unknown[] => [
  'list',
  of.name,
  query,
  language,
];
