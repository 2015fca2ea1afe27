import { weekdayOf } from '#kernel/language/days.ts';

/**
 * Pay factors for work on a usual day (`normal`), a rest day and a statutory holiday. The auditor may set `extended`
 * with a reason.
 */
export interface TimeFactors {
  readonly normal: string;
  readonly extended: string;
  readonly rest: string;
  readonly statutory: string;
}

/**
 * Parse text such as `1,1.5,2,3`: the factors `normal`, `extended`, `rest` and `statutory`. A missing or invalid one is
 * replaced by that of the example.
 */
export function timeFactors(text: string): TimeFactors {
  const [normal, extended, rest, statutory] = ['1', '1.5', '2', '3'].map((standard, at) => {
    const typed = (text.split(',')[at] ?? '').trim();
    return /^\d(\.\d{1,4})?$/.test(typed) ? typed : standard;
  });
  return { normal, extended, rest, statutory };
}

/**
 * Return the time factor of a day for a member. The calendar comes first: a make-up day is a working day. Otherwise the
 * member's own work days decide (`1,2,3`, 1 is Monday).
 */
export function timeFactor(
  finishDate: string,
  dayKind: 'work' | 'rest' | 'statutory' | null,
  workDays: string,
  factors: TimeFactors,
): string {
  if (dayKind === 'statutory') return factors.statutory;
  if (dayKind === 'rest') return factors.rest;
  if (dayKind === 'work') return factors.normal;
  return workDays.split(',').map(Number).includes(weekdayOf(finishDate)) ? factors.normal : factors.rest;
}
