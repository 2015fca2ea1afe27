import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { readChildren, readList } from '../../registry/paper-calls.ts';
import type { WirePage, WireRow } from '../../registry/rows.ts';
import type { Query } from '../../http/http.ts';
import { Refused } from '../../http/refused.ts';
import { CARDS, cardsQuery } from '../../query/cards-query.ts';
import { queryClient } from '../../query/client.ts';
import { listKey, listQuery } from '../../query/list-query.ts';
import { useLanguage } from '../../i18n/words.ts';
import type { ListState } from './list-state.ts';
import type { ViewTab } from '../views/views.ts';

export interface Rows {
  readonly page: WirePage | undefined;
  readonly query: Query;
  readonly loading: boolean;
  readonly dim: boolean;
  readonly error: Error | null;
  readonly again: () => void;
  /** Request the exact number of rows, if it is an estimate. */ readonly count: () => void;
  /** Load the next rows on a phone; absent if the list has pages, or no further rows. */ readonly more?: () => void;
  /** Prefetch another page; absent where the list has no pages. */ readonly ahead?: (current: number) => void;
}

/** Ignore a refusal, because its call has shown it; throw any other error. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}

/** Read the rows of a list. The old rows remain until the new ones arrive, and an outdated request is cancelled. */
export function useRows(
  of: AnyPaper,
  state: ListState,
  view: ViewTab | undefined,
  phone: boolean,
  known: boolean,
): Rows {
  const table = useTableRows(of, state, view, known && !phone);
  const cards = useCards(of, state, view, known && phone);
  return phone ? cards : table;
}

function useTableRows(of: AnyPaper, state: ListState, view: ViewTab | undefined, enabled: boolean): Rows {
  const language = useLanguage();
  const query = listQuery(of, state, view?.filters);
  const key = listKey(of, query, language);
  const found = useQuery({
    queryKey: key,
    enabled,
    queryFn: ({ signal }) => readList(of, query, signal),
    placeholderData: keepPreviousData,
  });
  const ahead = (current: number): void => {
    const other = { ...query, current };
    void queryClient.prefetchQuery({
      queryKey: listKey(of, other, language),
      queryFn: ({ signal }) => readList(of, other, signal),
    });
  };
  return {
    ahead: of.tree ? undefined : ahead,
    page: found.data,
    query,
    loading: found.isPending,
    dim: found.isPlaceholderData,
    error: found.error,
    again: () => void found.refetch(),
    count: () =>
      void readList(of, { ...query, exactTotal: 1 }).then((page) => queryClient.setQueryData(key, page), ignoreRefusal),
  };
}

/** Read the rows of a phone, where scrolling loads further rows. */
function useCards(of: AnyPaper, state: ListState, view: ViewTab | undefined, enabled: boolean): Rows {
  const language = useLanguage();
  const query = listQuery(of, state, view?.filters);
  const options = cardsQuery(of, query, language);
  const found = useInfiniteQuery({ ...options, enabled });
  const pages = found.data?.pages;
  const page = useMemo(() => pages && { ...pages[0], records: pages.flatMap((one) => one.records) }, [pages]);
  const count = (): void =>
    void readList(of, { ...query, current: 1, size: CARDS, exactTotal: 1 }).then(
      (first) =>
        queryClient.setQueryData(options.queryKey, (now) => now && { ...now, pages: [first, ...now.pages.slice(1)] }),
      ignoreRefusal,
    );
  const more = found.hasNextPage && !found.isFetchingNextPage ? (): void => void found.fetchNextPage() : undefined;
  return {
    page,
    query,
    loading: found.isPending,
    dim: false,
    error: found.error,
    again: () => void found.refetch(),
    count,
    more,
  };
}

/** The open branches of a tree, and the child rows that were loaded for them. */
export function useBranches(of: AnyPaper): {
  open: ReadonlySet<string>;
  loaded: Readonly<Record<string, readonly WireRow[]>>;
  toggle: (row: WireRow) => void;
} {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [loaded, setLoaded] = useState<Record<string, readonly WireRow[]>>({});
  const toggle = (row: WireRow): void => {
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(row.id)) next.add(row.id);
      return next;
    });
    if (!row.children && row.hasChildren && !loaded[row.id])
      void readChildren(of, row.id).then((children) => setLoaded((now) => ({ ...now, [row.id]: children })));
  };
  return { open, loaded, toggle };
}
