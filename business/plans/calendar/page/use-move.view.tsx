import { useState } from 'react';
import { addDays } from '#kernel/language/days.ts';
import { dayHeading } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { saveRow } from '#kernel/web/registry/paper-calls.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { planOccurrence } from '../../occurrence/plan-occurrence.paper.ts';
import type { PlanCalendar, PlanRow } from '../plan-calendar.calls.ts';
import { isWithinWindow, movedValues } from './calendar-words.rules.ts';

/** A visit that the person moves, and the day to which it goes. */
export interface Moving {
  readonly row: PlanRow;
  readonly team: string;
  readonly day: string;
}

interface Asked {
  readonly calendar: PlanCalendar | undefined;
  /** The visit that `M` moves, with its team and day. */
  readonly picked: Moving | null;
  readonly mayMove: boolean;
  readonly done: (day: string) => void;
}

/** Move a planned visit by keys: `M` begins, arrows choose the day, Enter moves it, Esc leaves it where it is. */
export function useMove({ calendar, picked, mayMove, done }: Asked) {
  const t = useT();
  const [moving, setMoving] = useState<Moving | null>(null);
  const begin = (): void => {
    if (!mayMove || !picked) return;
    if (movedValues(picked.row, picked.day) === null)
      toast.bad(
        t(['这次已登记或已派工，改期在派工看板', 'This visit has a work order: move it on the dispatch board']),
      );
    else setMoving(picked);
  };
  const step = (days: number) => () => {
    if (!moving || !calendar) return;
    const day = addDays(moving.day, days);
    if (day >= calendar.from && day <= calendar.to) setMoving({ ...moving, day });
  };
  const send = (row: PlanRow, day: string): Promise<unknown> =>
    saveRow(planOccurrence, { id: row.id, ...movedValues(row, day) }).then(() => done(day));
  const moveTo = (day: string): void => {
    if (!moving) return;
    const { row } = moving;
    const before = row.planStatus === 'booked' ? (row.expectDate ?? row.planDate) : row.planDate;
    if (!isWithinWindow(row, day)) {
      toast.bad(
        t([
          `须在窗口 ${row.windowFrom} 至 ${row.windowTo} 内`,
          `The day must lie between ${row.windowFrom} and ${row.windowTo}`,
        ]),
      );
      return;
    }
    setMoving(null);
    // A refusal is shown by the call, so it is ignored here.
    void send(row, day).then(
      () =>
        toast.good(t([`已改到${dayHeading(day, 'zh')}`, `Moved to ${dayHeading(day, 'en')}`]), {
          label: t(['撤销', 'Undo']),
          run: () => void (before && send(row, before).catch(() => undefined)),
        }),
      () => undefined,
    );
  };
  useKeys(
    [
      { keys: 'ArrowRight', label: ['后一天', 'Next day'], run: step(1), silent: true },
      { keys: 'ArrowLeft', label: ['前一天', 'Day before'], run: step(-1), silent: true },
      { keys: 'ArrowDown', label: ['后一周', 'Next week'], run: step(7), silent: true },
      { keys: 'ArrowUp', label: ['前一周', 'Week before'], run: step(-7), silent: true },
      {
        keys: 'Enter',
        label: ['移到这天', 'Move here'],
        run: () => moving && moveTo(moving.day),
        silent: true,
        overPressed: true,
      },
      { keys: 'Escape', label: ['不移了', 'Stop moving'], run: () => setMoving(null), silent: true },
    ],
    { off: !moving },
  );
  return { moving, begin, moveTo, stop: () => setMoving(null) };
}
