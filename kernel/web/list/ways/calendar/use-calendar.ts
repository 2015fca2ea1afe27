import { lastOf } from '#kernel/language/must.ts';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { today } from '../../../i18n/dates.ts';
import { useLanguage } from '../../../i18n/words.ts';
import { refresh } from '../../../query/client.ts';
import { narrowedTo, ungroupedFiltersOf } from '../../../query/list-query.ts';
import { readList } from '../../../registry/paper-calls.ts';
import type { WirePage, WireRow } from '../../../registry/rows.ts';
import { useGroups } from '../groups/use-groups.ts';
import type { ListState } from '../../state/list-state.ts';
import type { Rows } from '../../state/use-rows.ts';
import type { ViewTab } from '../../views/views.ts';
import { spanOf, spanWeeks } from './days.rules.ts';

/** Maximum number of rows read per week. */
const ROWS_A_WEEK = 200;

export interface CalendarDay {
  readonly day: string;
  readonly rows: readonly WireRow[];
  /** Number of rows on the day. With `more` it is a minimum. */ readonly count: number;
  readonly more: boolean;
}

export interface Calendar {
  /** A month (`2026-11`), or a day of the week that is shown (`2026-11-23`). */ readonly span: string;
  readonly weeks: readonly (readonly CalendarDay[])[];
  readonly rows: Rows;
}

const dayOf = (row: WireRow, name: string): string => String(row[name] ?? '').slice(0, 10);

/**
 * Read the rows of a month or a week, with one request per week, and place them on their days. A row of several days is
 * on each of them.
 */
export function useCalendar(of: AnyPaper, state: ListState, view: ViewTab | undefined): Calendar {
  const language = useLanguage();
  const { from = '', to } = of.calendar ?? {};
  const span = spanOf(state.month, today());
  const weeks = useMemo(() => spanWeeks(span), [span]);
  const filters = ungroupedFiltersOf(of, state, view?.filters);
  const within = (first: string, last: string): Record<string, string> => ({
    ...filters,
    ...narrowedTo(from, to === undefined ? first : undefined, last, filters),
    ...(to === undefined ? {} : narrowedTo(to, first, undefined, filters)),
  });
  const found = useQueries({
    queries: weeks.map((days) => {
      const query = { ...within(days[0], days[6]), ascs: from, current: 1, size: ROWS_A_WEEK };
      return {
        queryKey: ['list', of.name, 'calendar', query, language],
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<WirePage> => readList(of, query, signal),
        placeholderData: keepPreviousData<WirePage>,
      };
    }),
  });
  // Counts by day exist only for rows of one day, because the server counts a row on its first day only.
  const counted = useGroups(of, to === undefined ? `${from}.day` : '', within(weeks[0][0], lastOf(weeks)[6]));
  const counts = new Map(counted.data?.groups.map((one) => [one.key, one.count]) ?? []);
  const laid = weeks.map((days, at) => {
    const page = found[at].isPlaceholderData ? undefined : found[at].data;
    const records = page?.records ?? [];
    return days.map((day): CalendarDay => {
      const rows = records.filter((row) =>
        to === undefined
          ? dayOf(row, from) === day
          : dayOf(row, from) <= day && (dayOf(row, to) || dayOf(row, from)) >= day,
      );
      return {
        day,
        rows,
        count: Math.max(counts.get(day) ?? 0, rows.length),
        more: to !== undefined && page !== undefined && page.total > records.length,
      };
    });
  });
  const pages = found.map((one) => one.data);
  const records = useMemo(
    () => [...new Map(pages.flatMap((page) => page?.records ?? []).map((row) => [row.id, row])).values()],
    pages,
  );
  const isRead = found.every((one) => one.data !== undefined);
  const total = to === undefined ? pages.reduce((sum, page) => sum + (page?.total ?? 0), 0) : records.length;
  return {
    span,
    weeks: laid,
    rows: {
      page: useMemo(
        () => (isRead ? { records, total, size: ROWS_A_WEEK, current: 1, pages: 1 } : undefined),
        [records, isRead, total],
      ),
      query: {},
      loading: !isRead,
      dim: found.some((one) => one.isPlaceholderData),
      error: found.find((one) => one.error)?.error ?? null,
      again: () => refresh(of.name),
      count: () => undefined,
    },
  };
}
