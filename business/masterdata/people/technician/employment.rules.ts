import { addDays } from '#kernel/language/days.ts';

/** The days of employment of a technician, and the state, which may be `left` without a date. */
export interface Employment {
  readonly technicianStatus: string | null;
  readonly hireDate: string;
  readonly leaveDate: string | null;
}

/** Is the technician employed on any day of a span? One who left without a date is employed on none. */
export const isEmployedWithin = (one: Employment, from: string, to: string): boolean =>
  one.hireDate <= to && (one.leaveDate ? one.leaveDate >= from : one.technicianStatus !== 'left');

/** Is the technician employed on a day? The first and the last day count. */
export const isEmployedOn = (one: Employment, day: string): boolean => isEmployedWithin(one, day, day);

/**
 * Return the check of `isEmployedWithin` in SQL. `as` is the alias of the technician's table, `from` and `to` are SQL
 * of the days.
 */
export const employedWithinSql = (as: string, from: string, to: string): string =>
  `(${as}.hire_date <= ${to} and case when ${as}.leave_date is null then ${as}.technician_status is distinct from 'left' else ${as}.leave_date >= ${from} end)`;

/**
 * Return the last day of employment; null if it has no end. If a technician left without a date, return the day before
 * the hire date, so no day counts as employed.
 */
export const lastWorkDayOf = ({ leaveDate, technicianStatus, hireDate }: Employment): string | null =>
  leaveDate ?? (technicianStatus === 'left' ? addDays(hireDate, -1) : null);
