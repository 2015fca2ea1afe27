import { useState } from 'react';
import { addDays } from '#kernel/language/days.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import type { PlanCalendar } from '../plan-calendar.calls.ts';
import type { PlanCell } from './calendar-grid.view.tsx';

/** The chosen cell, which the arrow keys move; today of the first team until one is chosen. */
export function useCell(calendar: PlanCalendar | undefined): [PlanCell | null, (cell: PlanCell) => void] {
  const [chosen, choose] = useState<PlanCell | null>(null);
  const first = calendar?.teams[0];
  const start = first && { team: first.team, day: calendar.today < calendar.from ? calendar.from : calendar.today };
  const cell = chosen ?? start ?? null;
  const step = (days: number, teams: number) => () => {
    if (!calendar || !cell) return;
    const at = calendar.teams.findIndex(({ team }) => team === cell.team);
    const { team } = calendar.teams[Math.max(0, Math.min(calendar.teams.length - 1, at + teams))];
    const day = addDays(cell.day, days);
    choose({ team, day: day < calendar.from ? calendar.from : day > calendar.to ? calendar.to : day });
  };
  useKeys([
    { keys: 'ArrowRight', label: ['后一天', 'Next day'], run: step(1, 0) },
    { keys: 'ArrowLeft', label: ['前一天', 'Day before'], run: step(-1, 0) },
    { keys: 'ArrowDown', label: ['下一班组', 'Next team'], run: step(0, 1) },
    { keys: 'ArrowUp', label: ['上一班组', 'Team before'], run: step(0, -1) },
  ]);
  return [cell, choose];
}
