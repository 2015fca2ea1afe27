import { useState } from 'react';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { Energy } from '../../energy/energies.rules.ts';
import { type RankSort, type RankView, type RankingAnswer, type RankingRow, rankingCall } from '../ranking.calls.ts';

/** Filters of the ranking; empty text: not filtered. */
export interface RankFilters {
  readonly modelId: string;
  readonly estate: string;
  readonly team: string;
  readonly order: '' | 'with' | 'without';
  readonly coverage: '' | 'full' | 'partial';
  readonly search: string;
}

const NO_FILTERS: RankFilters = { modelId: '', estate: '', team: '', order: '', coverage: '', search: '' };
export const PAGE = 50;

/** The chosen view, order, filters and page. */
export interface RankChoice {
  readonly view: RankView;
  readonly sort: RankSort;
  readonly direction: 'desc' | 'asc';
  readonly filters: RankFilters;
  readonly current: number;
}

const BEGIN: RankChoice = { view: 'worst', sort: 'worse', direction: 'desc', filters: NO_FILTERS, current: 1 };

export interface Ranking {
  readonly energy: Energy;
  readonly choice: RankChoice;
  readonly change: (to: Partial<RankChoice>) => void;
  readonly filter: (to: Partial<RankFilters>) => void;
  readonly sortBy: (sort: RankSort) => void;
  readonly data: RankingAnswer | undefined;
  readonly error: Error | null;
  readonly rows: readonly RankingRow[];
  readonly here: RankingRow | undefined;
  readonly at: number;
  readonly choose: (id: string | null) => void;
  readonly move: (by: number) => void;
  readonly picked: ReadonlySet<string>;
  readonly pick: (id: string) => void;
  readonly pickAll: () => void;
  readonly clear: () => void;
  /** Inputs of the call, without the page. */ readonly query: Record<string, unknown>;
}

/** Return only the filters that are set. */
const setFilters = (filters: RankFilters): Partial<RankFilters> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

/** Read the ranking of an energy and month, with the chosen row and the ticked ones. */
export function useRanking(energy: Energy, month: string): Ranking {
  const [state, setState] = useState<{ of: string; choice: RankChoice }>({ of: energy, choice: BEGIN });
  // Filters of one energy do not fit another.
  if (state.of !== energy) setState({ of: energy, choice: BEGIN });
  const { choice } = state;
  const [current, setCurrent] = useState<string | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { view, sort, direction, filters } = choice;
  const query = { view, sort, direction, ...setFilters(filters), ...(month && { month }) };
  const { data, error } = useCall(
    rankingCall(energy),
    { ...query, current: choice.current, size: PAGE },
    { quiet: true, keepsEarlier: true },
  );
  const rows = data?.records ?? [];
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === current),
  );
  const change = (to: Partial<RankChoice>): void => {
    setState({ of: energy, choice: { ...choice, current: 1, ...to } });
    setPicked(new Set());
  };
  return {
    energy,
    choice,
    change,
    filter: (to) => change({ filters: { ...filters, ...to } }),
    sortBy: (next) => change({ sort: next, direction: next === sort && direction === 'desc' ? 'asc' : 'desc' }),
    data,
    error,
    rows,
    here: rows[at],
    at,
    choose: setCurrent,
    move: (by) => setCurrent(rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.id ?? null),
    picked,
    pick(id) {
      const next = new Set(picked);
      if (!next.delete(id)) next.add(id);
      setPicked(next);
    },
    pickAll: () => setPicked(picked.size === rows.length ? new Set() : new Set(rows.map((row) => row.id))),
    clear: () => setPicked(new Set()),
    query,
  };
}
