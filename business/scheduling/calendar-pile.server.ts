import { buttonOf } from '#kernel/language/paper.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Reading } from '#kernel/server';
import { benchRow, linkVerb } from '#business/masterdata/piles/bench.server.ts';
import type { Pile } from '#business/masterdata/piles/pile.calls.ts';
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

const LABEL: Label = ['节假日未录入', 'Holidays to enter'];
const PAGE = '/maintenance/asbusinesscalendar';

/** Read the pile: a row for each year without holidays; null if there is none. */
async function readCalendar(reading: Reading): Promise<Pile | null> {
  const missing = await missingYears(reading);
  if (missing.length === 0) return null;
  const isZh = reading.language === 'zh';
  return {
    name: 'calendar',
    label: LABEL,
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
}

/** Pile of years without holidays, for people who may enter them. */
export const calendarPile: WaitingPile = {
  name: 'calendar',
  sort: 160,
  buttons: [buttonOf(calendarDay, 'add')],
  read: readCalendar,
  placed: {
    label: LABEL,
    places: { payroll: { section: 'month', rank: 2, most: 3 } },
    read: async (reading, most) => {
      const pile = await readCalendar(reading);
      return (
        pile && {
          pile,
          rows: pile.rows.slice(0, most).map(({ id, who, words, when, late }) =>
            benchRow(
              { name: pile.name, paper: calendarDay, kind: ['日历', 'Calendar'] },
              {
                ...{ id, who, fact: words, when: 'due', due: when, late, to: `${pile.row}${id}` },
                verbs: [linkVerb(['录入', 'Enter'], `${pile.row}${id}`, 'D')],
              },
            ),
          ),
        }
      );
    },
  },
};
