import { must } from '#kernel/language/must.ts';
import type { TechnicianSkill } from './technician.paper.ts';

/** So early somebody should see to it that a certificate is renewed. */
export const CERTIFICATE_DAYS = 60;

/** The skills whose certificate ends by a day, the first to end first; those that have ended already included. */
export const endingBefore = (skills: readonly TechnicianSkill[], day: string): TechnicianSkill[] =>
  skills
    .filter((one) => one.expireDate && one.expireDate <= day)
    .toSorted((one, other) => (must(one.expireDate, 'expireDate') < must(other.expireDate, 'expireDate') ? -1 : 1));
