import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Query } from '../http/http.ts';

/** An order of a list: by which column, and which way. */
export interface Sort {
  readonly key: string;
  readonly down: boolean;
}

/** What the address says besides filters. */
const reserved = new Set(['current', 'size', 'ascs', 'descs', 'keyword', 'view', 'id', 'menu', 'target', 'form']);
export const SIZES = [10, 30, 50, 100, 200];

/** Where in the list the person stands, as the address says it. */
export interface ListPlace {
  readonly keyword: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly view: string;
  readonly current: number;
  readonly size: number;
  readonly sorts: readonly Sort[];
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
  };
}

/** How many rows a page has where nobody said otherwise. */
export const USUAL_SIZE = 10;

/** What the address and the chosen view ask of the server: filters of the view, then those of the person. */
export function listFiltersOf(
  place: ListPlace,
  ofView: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  return { ...ofView, ...place.filters, ...(place.keyword ? { keyword: place.keyword } : {}) };
}

/** The question for the rows. */
export function listQuery(of: AnyPaper, place: ListPlace, ofView: Readonly<Record<string, string>> | undefined): Query {
  const names = (down: boolean): string =>
    place.sorts
      .filter((sort) => sort.down === down)
      .map((sort) => sort.key)
      .join(',');
  return {
    ...listFiltersOf(place, ofView),
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
