import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Tone } from '#kernel/language/dictionary.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useLanguage } from '../../../i18n/words.ts';
import { useDictionary } from '../../../pickers/dictionaries.ts';
import { refresh } from '../../../query/client.ts';
import { filtersOfGroup, listQuery, ungroupedFiltersOf } from '../../../query/list-query.ts';
import { readList } from '../../../registry/paper-calls.ts';
import type { WirePage, WireRow } from '../../../registry/rows.ts';
import { useGroups } from '../groups/use-groups.ts';
import type { ListState } from '../../state/list-state.ts';
import type { Rows } from '../../state/use-rows.ts';
import type { ViewTab } from '../../views/views.ts';

/** Number of cards per column; a link opens the others in the table. */
const CARDS = 50;

/** One state of the paper with its rows. */
export interface BoardColumn {
  readonly state: string;
  readonly label: string;
  readonly tone?: Tone;
  /** Number of rows in this state; undefined until they are counted. */ readonly count: number | undefined;
  /** The column is narrow and shows only its number of cards. */ readonly folded: boolean;
  readonly rows: readonly WireRow[];
  readonly loading: boolean;
  readonly error: Error | null;
}

export interface Board {
  readonly columns: readonly BoardColumn[];
  readonly rows: Rows;
  readonly fold: (state: string, folded: boolean) => void;
  /** Report that a column has come into view, so that its rows are requested. */ readonly see: (state: string) => void;
}

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

/**
 * Read the rows of a list by state. A column is read when it first comes into view, a folded one when it is unfolded.
 */
export function useStateBoard(of: AnyPaper, state: ListState, view: ViewTab | undefined): Board {
  const language = useLanguage();
  const life = of.lifecycle;
  const field = life?.field ?? '';
  const filters = ungroupedFiltersOf(of, state, view?.filters);
  const items = useDictionary(life?.states);
  const counted = useGroups(of, field, filters);
  const counts = useMemo(() => new Map(counted.data?.groups.map((one) => [one.key, one.count]) ?? []), [counted.data]);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  // Columns of final states and empty columns are folded at first, because they are rarely needed.
  const isFolded = (key: string): boolean => turned.get(key) ?? (life?.ends.includes(key) || !counts.get(key));
  const { current: _, ...base } = listQuery(
    of,
    { ...state, group: '', open: null, current: 1, size: CARDS },
    view?.filters,
  );
  const found = useQueries({
    queries: items.map(({ key }) => {
      const query = { ...base, ...filtersOfGroup(field, key, filters), size: CARDS };
      return {
        queryKey: ['list', of.name, 'board', key, query, language],
        enabled: seen.has(key) && !isFolded(key) && counts.get(key) !== undefined,
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<WirePage> => readList(of, query, signal),
      };
    }),
  });
  const columns = items.map(({ key, label, tone }, at): BoardColumn => ({
    state: key,
    label,
    tone: life?.states.items[key]?.[2] ?? tone,
    count: counted.data && (counts.get(key) ?? 0),
    folded: isFolded(key),
    rows: counts.get(key) ? (found[at].data?.records ?? []) : [],
    loading: !counted.data || (counts.get(key) !== undefined && found[at].isPending),
    error: found[at].error,
  }));
  const records = useMemo(
    () => columns.flatMap((column) => (column.folded ? [] : column.rows)),
    [...found.map((one) => one.data), counts, turned],
  );
  const page: WirePage | undefined = useMemo(
    () => counted.data && { records, total: total(counts), size: CARDS, current: 1, pages: 1 },
    [records, counted.data],
  );
  return {
    columns,
    rows: {
      page,
      query: base,
      loading: counted.isPending,
      dim: counted.isPlaceholderData,
      error: counted.error,
      again: () => refresh(of.name),
      count: () => undefined,
    },
    fold: (key, folded) => setTurned((now) => new Map(now).set(key, folded)),
    see: (key) => setSeen((now) => (now.has(key) ? now : new Set(now).add(key))),
  };
}
