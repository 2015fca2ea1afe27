import { weekdayOfDay } from '../days.rules.ts';

/** The factors of a day: usual, by the auditor with a reason, rest day, statutory holiday. */
export interface TimeFactors {
  readonly normal: string;
  readonly extended: string;
  readonly rest: string;
  readonly statutory: string;
}

/** Reads `1,1.5,2,3`; what is missing or no number counts as the law has it. */
export function timeFactors(text: string): TimeFactors {
  const [normal, extended, rest, statutory] = ['1', '1.5', '2', '3'].map((standard, at) => {
    const given = (text.split(',')[at] ?? '').trim();
    return /^\d(\.\d{1,4})?$/.test(given) ? given : standard;
  });
  return { normal, extended, rest, statutory };
}

/** What a day counts for a member: the calendar's word first (a make-up day is a working day), else his own work days (`1,2,3`, 1 is Monday). */
export function timeFactor(
  finishDate: string,
  dayKind: 'work' | 'rest' | 'statutory' | null,
  workDays: string,
  factors: TimeFactors,
): string {
  if (dayKind === 'statutory') return factors.statutory;
  if (dayKind === 'rest') return factors.rest;
  if (dayKind === 'work') return factors.normal;
  return workDays.split(',').map(Number).includes(weekdayOfDay(finishDate)) ? factors.normal : factors.rest;
}
