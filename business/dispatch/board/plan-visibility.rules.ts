import { type Person, type Term, decide } from '#kernel/language/permission.ts';
import { visit } from '../visit/visit.paper.ts';

/** Which visits somebody may see. */
export const planTermsOf = (person: Person): readonly Term[] => decide(person, visit, 'view').where;

/** How a technician is planned (hours, leave, visits) is known to himself and to those who see more than their own work. */
export const mayKnowPlanOf = (person: Person, technician: { readonly userId: string | null }): boolean =>
  planTermsOf(person).some((term) => term.kind !== 'own') || technician.userId === person.id;

/** Whose row on the board somebody may see: that of his teams; who sees only his own work sees only himself. */
export const mayBoard = (
  person: Person,
  technician: { readonly userId: string | null; readonly customerServiceTeam: string },
): boolean =>
  mayKnowPlanOf(person, technician) &&
  planTermsOf(person).some((term) => term.kind !== 'teams' || term.teams.includes(technician.customerServiceTeam));
