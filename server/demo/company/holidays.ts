import { addDays } from '#kernel/language/days.ts';

export interface SpecialDay {
  readonly day: string;
  readonly kind: 'work' | 'rest' | 'statutory';
  readonly name: string;
}

/** A holiday: its first and last free day, and those of them that are statutory. */
const holidays: readonly (readonly [name: string, from: string, to: string, statutory: readonly string[]])[] = [
  ['元旦', '2026-01-01', '2026-01-03', ['2026-01-01']],
  ['春节', '2026-02-15', '2026-02-23', ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19']],
  ['清明节', '2026-04-04', '2026-04-06', ['2026-04-05']],
  ['劳动节', '2026-05-01', '2026-05-05', ['2026-05-01', '2026-05-02']],
  ['端午节', '2026-06-19', '2026-06-21', ['2026-06-19']],
  ['中秋节', '2026-09-25', '2026-09-27', ['2026-09-25']],
  ['国庆节', '2026-10-01', '2026-10-07', ['2026-10-01', '2026-10-02', '2026-10-03']],
];

const makeUp: readonly (readonly [day: string, name: string])[] = [
  ['2026-01-04', '元旦调休上班'],
  ['2026-02-14', '春节调休上班'],
  ['2026-02-28', '春节调休上班'],
  ['2026-05-09', '劳动节调休上班'],
  ['2026-09-20', '国庆节调休上班'],
  ['2026-10-10', '国庆节调休上班'],
];

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The days of 2026 that differ from the week, by the plan of the State Council (国办发明电〔2025〕7号). */
export const specialDays2026: readonly SpecialDay[] = [
  ...holidays.flatMap(([name, from, to, statutory]) =>
    daysOf(from, to).map((day): SpecialDay => ({ day, kind: statutory.includes(day) ? 'statutory' : 'rest', name })),
  ),
  ...makeUp.map(([day, name]): SpecialDay => ({ day, kind: 'work', name })),
].toSorted((one, other) => (one.day < other.day ? -1 : 1));
