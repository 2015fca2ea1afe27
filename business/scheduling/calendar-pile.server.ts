import { buttonOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { WaitingPile } from '#business/masterdata/piles/piles.server.ts';
import { calendarDay } from './calendar-day.paper.ts';
import { specialDays } from './calendar.server.ts';
import { yearsToKeep } from './calendar-years.rules.ts';

/** Return the needed years without any entered holiday. In such a year every weekday counts as a working day. */
async function missingYears(reading: Reading): Promise<number[]> {
  const years = yearsToKeep(reading.today());
  const days = await specialDays(reading, `${years[0]}-01-01`, `${years.at(-1)}-12-31`);
  const entered = new Set(
    Object.entries(days).flatMap(([day, kind]) => (kind === 'statutory' ? [Number(day.slice(0, 4))] : [])),
  );
  return years.filter((year) => !entered.has(year));
}

const PAGE = '/maintenance/asbusinesscalendar';

/** Pile of years without holidays, for people who may enter them. */
export const calendarPile: WaitingPile = {
  name: 'calendar',
  sort: 160,
  buttons: [buttonOf(calendarDay, 'add')],
  read: async (reading) => {
    const missing = await missingYears(reading);
    if (missing.length === 0) return null;
    const isZh = reading.language === 'zh';
    return {
      name: 'calendar',
      label: ['节假日未录入', 'Holidays to enter'],
      paper: calendarDay.name,
      verb: 'add',
      all: PAGE,
      row: `${PAGE}?calendarDate_ge=`,
      when: 'due',
      worry: true,
      over: null,
      count: missing.length,
      rows: missing.map((year) => ({
        id: `${year}-01-01`,
        who: isZh ? `${year} 年` : String(year),
        words: isZh ? '录入之前，平日都算工作日' : 'until then every weekday is a working day',
        when: `${year}-01-01`,
        late: reading.today() >= `${year}-01-01`,
        can: false,
      })),
    };
  },
};
