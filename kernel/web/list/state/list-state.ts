import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { readAhead } from '../../papers/read-ahead.ts';
import { type Place, type Sort, USUAL_SIZE, placeOf } from '../../query/list-query.ts';

export interface ListState extends Place {
  readonly id: string | null; readonly form: string | null;
  readonly change: (part: Readonly<Record<string, string | undefined>>, keepPage?: boolean) => void;
  readonly sort: (key: string, add: boolean) => void;
  /** Takes all filters away, but for a range of days. */
  readonly reset: () => void;
}

const written = (sorts: readonly Sort[]): string | undefined => sorts.map((one) => (one.down ? '-' : '') + one.key).join(',') || undefined;

/** A click sorts up, then down, then not at all. */
function nextSorts(sorts: readonly Sort[], key: string, add: boolean): Sort[] {
  const now = sorts.find((one) => one.key === key);
  const rest = add ? sorts.filter((one) => one.key !== key) : [];
  return now?.down ? rest : [...rest, { key, down: Boolean(now) }];
}

/** Where in the list the person stands; it is all in the address, so a link, a reload and the back button find it again. */
export function useListState(of: AnyPaper, usualSize = USUAL_SIZE): ListState {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  return useMemo(() => {
    const change: ListState['change'] = (part, keepPage = false) => setParams((now) => {
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(keepPage ? part : { ...part, current: part.current })) if (value === undefined || value === '') next.delete(name); else next.set(name, value);
      // The rows are asked for before the screen is drawn anew, not after.
      readAhead(of, next.toString());
      return next;
    }, { replace: true });
    const read = new URLSearchParams(text);
    const place = placeOf(text, usualSize);
    return {
      ...place, id: read.get('id'), form: read.get('form'),
      change, sort: (key, add) => change({ sort: written(nextSorts(place.sorts, key, add)) }),
      reset: () => change({ keyword: undefined, ...Object.fromEntries(Object.keys(place.filters).filter((name) => !/_date(gt|lt)$/.test(name)).map((name) => [name, undefined])) }),
    };
  }, [text, of.name, usualSize]);
}
