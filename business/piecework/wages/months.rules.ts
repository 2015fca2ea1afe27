import { addDaysTo, monthFrom } from '../days.rules.ts';

/** A wage period: `label` is `yyyy-MM`, both days belong to it. */
export interface MonthSpan {
  readonly label: string;
  readonly start: string;
  readonly end: string;
}

/** The month of a day. */
export const monthOf = (day: string): MonthSpan => ({
  label: day.slice(0, 7),
  start: `${day.slice(0, 7)}-01`,
  end: addDaysTo(monthFrom(day, 1), -1),
});

/** The period after one that ends on a day: to the end of the month it begins in. Named after the month it ends in. */
export const after = (end: string): MonthSpan => {
  const start = addDaysTo(end, 1);
  return { ...monthOf(start), start };
};

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
