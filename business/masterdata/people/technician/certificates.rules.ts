import { must } from '#kernel/language/must.ts';
import type { TechnicianSkill } from './technician.paper.ts';

/** Days before the end of a certificate from which it is listed for renewal. */
export const CERTIFICATE_DAYS = 60;

/** Return the skills whose certificate ends by this day or has ended, the earliest end first. */
export const endingBefore = (skills: readonly TechnicianSkill[], day: string): TechnicianSkill[] =>
  skills
    .filter((one) => one.expireDate && one.expireDate <= day)
    .toSorted((one, other) => (must(one.expireDate, 'expireDate') < must(other.expireDate, 'expireDate') ? -1 : 1));
