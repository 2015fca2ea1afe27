import { addDays, monthFrom } from '#kernel/language/days.ts';

/** A wage period: `label` is `yyyy-MM`, both days are included. */
export interface MonthSpan {
  readonly label: string;
  readonly start: string;
  readonly end: string;
}

/** Return the calendar month of a day as a period. */
export const monthOf = (day: string): MonthSpan => ({
  label: day.slice(0, 7),
  start: `${day.slice(0, 7)}-01`,
  end: addDays(monthFrom(day, 1), -1),
});

/**
 * Return the period that begins on the day after `end`. It ends with the calendar month in which it begins, and is
 * named by that month.
 */
export const after = (end: string): MonthSpan => {
  const start = addDays(end, 1);
  return { ...monthOf(start), start };
};

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
