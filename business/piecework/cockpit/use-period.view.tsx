import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { type HistoryEntry, readHistory, readList } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { wageDispute } from '../wages/dispute/wage-dispute.paper.ts';
import { wageLine } from '../wages/wage-line.paper.ts';
import { wagePeriod } from '../wages/wage-period.paper.ts';
import { type Outlier, dueOf, outliersOf } from './period.rules.ts';
import { type PeriodTotal, wageTotals } from '../wages/totals/totals.calls.ts';

const MOST = 1000;
const BEFORE = 3;

export interface Cockpit {
  readonly periods: readonly WireRow[] | undefined;
  readonly period: WireRow | undefined;
  readonly go: (by: 1 | -1) => void;
  readonly mayGo: (by: 1 | -1) => boolean;
  readonly rows: readonly PeriodTotal[] | undefined;
  readonly lastMonth: readonly PeriodTotal[];
  readonly disputes: readonly WireRow[];
  readonly outliers: readonly Outlier[];
  readonly uncounted: number;
  /** Pay lines above the limit of one line, which are on no sheet until they are corrected. */
  readonly aside: readonly WireRow[];
  readonly history: readonly HistoryEntry[];
  readonly readAgain: () => void;
}

const totalsOf = (label: string) => ({
  queryKey: ['list', 'wageSheet', 'totals', label],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await askCall(wageTotals, { filters: { wagePeriod: label }, size: MOST }, { signal })).records.filter(
      (one) => 'technicianId' in one,
    ),
});

const refreshed = ['wagePeriod', 'wageSheet', 'wageDispute', 'wageLine'];
const readAgain = (): void => {
  for (const paper of refreshed) refresh(paper);
};
const CALM_MS = 1_000;

/** Reload the data after changes by other people, such as signatures: once for changes that come within a second. */
function useOthers(): void {
  const [news, setNews] = useState(0);
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.type === 'reopened' || (event.type === 'changed' && refreshed.includes(event.paper ?? '')))
        setNews((now) => now + 1);
    }, []),
  );
  useEffect(() => {
    if (news === 0) return undefined;
    const timer = setTimeout(readAgain, CALM_MS);
    return () => clearTimeout(timer);
  }, [news]);
}

/** Data and actions of the cockpit for one period. */
export function useCockpit(first: string | null): Cockpit {
  useOthers();
  const language = useLanguage();
  const [chosen, choose] = useState(first);
  const { data: periods } = useQuery({
    queryKey: ['list', 'wagePeriod', 'cockpit', language],
    queryFn: async ({ signal }) => (await readList(wagePeriod, { size: 60 }, signal)).records,
  });
  const period = periods?.find((one) => one.wagePeriod === chosen || one.id === chosen) ?? dueOf(periods ?? []);
  const at = periods?.findIndex((one) => one === period) ?? -1;
  const label = String(period?.wagePeriod ?? '');
  const labels = (periods ?? []).slice(at, at + BEFORE + 1).map((one) => String(one.wagePeriod));
  const [now, ...before] = useQueries({ queries: (at < 0 ? [] : labels).map(totalsOf) }).map((one) => one.data);
  const { data: disputes } = useQuery({
    queryKey: ['list', 'wageDispute', 'cockpit', label, language],
    enabled: label !== '',
    queryFn: async ({ signal }) =>
      (await readList(wageDispute, { wagePeriod: label, disputeStatus: 'open', size: 200, ascs: 'createTime' }, signal))
        .records,
  });
  const { data: uncounted = 0 } = useQuery({
    queryKey: ['list', 'wageLine', 'cockpit', label],
    enabled: label !== '',
    queryFn: async ({ signal }) =>
      (await readList(wageLine, { wagePeriod: label, lineStatus: 'open', isCounted: 'true', size: 1 }, signal)).total,
  });
  const { data: aside = [] } = useQuery({
    queryKey: ['list', 'wageLine', 'aside', label, language],
    enabled: label !== '',
    queryFn: async ({ signal }) =>
      (await readList(wageLine, { wagePeriod: label, lineStatus: 'open', isAside: 'true', size: 200 }, signal)).records,
  });
  const { data: history = [] } = useQuery({
    queryKey: ['history', 'wagePeriod', period?.id, language],
    enabled: period !== undefined,
    queryFn: () => readHistory(wagePeriod, period!.id),
  });
  // The list is sorted newest first: the next month is before this one.
  const neighbour = (by: 1 | -1): WireRow | undefined => periods?.[at - by];
  return {
    periods,
    period,
    go: (by) => {
      const to = neighbour(by);
      if (to) choose(String(to.wagePeriod));
    },
    mayGo: (by) => neighbour(by) !== undefined,
    rows: now,
    lastMonth: before[0] ?? [],
    disputes: disputes ?? [],
    outliers: now
      ? outliersOf(
          now,
          before.filter((month) => month !== undefined),
        )
      : [],
    uncounted,
    aside,
    history,
    readAgain,
  };
}
