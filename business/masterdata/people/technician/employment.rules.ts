import { dayAfter } from '#kernel/language/days.ts';

/** The fields that say on which days a technician is employed. */
export interface Employment {
  readonly technicianStatus: string | null;
  readonly hireDate: string;
  readonly leaveDate: string | null;
}

/** Is this technician employed on some day of a span? A technician that left without a date is employed on none. */
export const isEmployedWithin = (one: Employment, from: string, to: string): boolean =>
  one.hireDate <= to && (one.leaveDate ? one.leaveDate >= from : one.technicianStatus !== 'left');

/** Is this technician employed on that day? The first and the last day count. */
export const isEmployedOn = (one: Employment, day: string): boolean => isEmployedWithin(one, day, day);

/** The same question in SQL, of the technician `as`, over a span of days. */
export const employedWithinSql = (as: string, from: string, to: string): string =>
  `(${as}.hire_date <= ${to} and case when ${as}.leave_date is null then ${as}.technician_status is distinct from 'left' else ${as}.leave_date >= ${from} end)`;

/** The last day on which this technician is employed; null without an end, and before the first day where a technician left without a date. */
export const lastWorkDayOf = ({ leaveDate, technicianStatus, hireDate }: Employment): string | null =>
  leaveDate ?? (technicianStatus === 'left' ? dayAfter(hireDate, -1) : null);
