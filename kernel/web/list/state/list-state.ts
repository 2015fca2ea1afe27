import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Sort } from '../../table/table-head.tsx';

/** What the address says besides filters. */
const reserved = new Set(['current', 'size', 'ascs', 'descs', 'keyword', 'view', 'id', 'menu', 'target', 'form']);
export const SIZES = [10, 30, 50, 100, 200];

export interface ListState {
  readonly keyword: string; readonly filters: Readonly<Record<string, string>>; readonly view: string; readonly current: number; readonly size: number; readonly sorts: readonly Sort[]; readonly id: string | null; readonly form: string | null;
  readonly change: (part: Readonly<Record<string, string | undefined>>, keepPage?: boolean) => void;
  readonly sort: (key: string, add: boolean) => void;
  /** Takes all filters away, but for a range of days. */
  readonly reset: () => void;
}

const sortsOf = (params: URLSearchParams): Sort[] => (params.get('sort') ?? '').split(',').filter(Boolean).map((one) => (one.startsWith('-') ? { key: one.slice(1), down: true } : { key: one, down: false }));

const written = (sorts: readonly Sort[]): string | undefined => sorts.map((one) => (one.down ? '-' : '') + one.key).join(',') || undefined;

/** A click sorts up, then down, then not at all. */
function nextSorts(sorts: readonly Sort[], key: string, add: boolean): Sort[] {
  const now = sorts.find((one) => one.key === key);
  const rest = add ? sorts.filter((one) => one.key !== key) : [];
  return now?.down ? rest : [...rest, { key, down: Boolean(now) }];
}

/** Where in the list the person stands; it is all in the address, so a link, a reload and the back button find it again. */
export function useListState(of: AnyPaper, usualSize = 10): ListState {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  return useMemo(() => {
    const change: ListState['change'] = (part, keepPage = false) => setParams((now) => {
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(keepPage ? part : { ...part, current: part.current })) if (value === undefined || value === '') next.delete(name); else next.set(name, value);
      return next;
    }, { replace: true });
    const read = new URLSearchParams(text);
    const filters = Object.fromEntries([...read].filter(([name]) => !reserved.has(name) && name !== 'sort'));
    const sorts = sortsOf(read);
    return {
      keyword: read.get('keyword') ?? '', filters, view: read.get('view') ?? '', current: Math.max(1, Number(read.get('current') ?? 1)), size: SIZES.includes(Number(read.get('size'))) ? Number(read.get('size')) : usualSize, sorts, id: read.get('id'), form: read.get('form'),
      change, sort: (key, add) => change({ sort: written(nextSorts(sorts, key, add)) }),
      reset: () => change({ keyword: undefined, ...Object.fromEntries(Object.keys(filters).filter((name) => !/_date(gt|lt)$/.test(name)).map((name) => [name, undefined])) }),
    };
  }, [text, of.name, usualSize]);
}
