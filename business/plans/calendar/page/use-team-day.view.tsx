import { useEffect, useState } from 'react';
import type { CallSent } from '#kernel/language/calls/call.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type PlanRow, type planFilters, plansOfDay } from '../plan-calendar.calls.ts';
import type { PlanCell } from './calendar-grid.view.tsx';

/** Planned visits of the chosen cell, and the one that is picked. */
export interface DayOfTeam {
  readonly rows: readonly PlanRow[] | undefined;
  /** The rows are those of another day until the answer arrives; they are shown but not picked. */
  readonly isStale: boolean;
  /** Names of people of the team on leave. */ readonly away: readonly string[];
  readonly picked: string | null;
  readonly pick: (id: string | null) => void;
}

type Filters = Pick<CallSent<typeof plansOfDay>, keyof typeof planFilters>;

/** Read the planned visits of a team and day. */
export function useTeamDay(cell: PlanCell | null, filters: Filters) {
  const { data, isPlaceholderData, refetch } = useCall(
    plansOfDay,
    { team: cell?.team ?? '', date: cell?.day ?? '', ...filters },
    { enabled: cell !== null, keepsEarlier: true },
  );
  const [picked, pick] = useState<string | null>(null);
  useEffect(() => pick(null), [cell?.team, cell?.day]);
  const rows = data?.visits;
  const day: DayOfTeam = { rows, isStale: isPlaceholderData, away: data?.away ?? [], picked, pick };
  const pickNext = (): void => {
    if (!rows?.length || isPlaceholderData) return;
    pick(rows[(rows.findIndex(({ id }) => id === picked) + 1) % rows.length].id ?? null);
  };
  /** The picked visit, else the first one; none while the rows are those of another day. */
  const row = isPlaceholderData ? undefined : (rows?.find(({ id }) => id === picked) ?? rows?.[0]);
  return { day, row, pickNext, refetch };
}
