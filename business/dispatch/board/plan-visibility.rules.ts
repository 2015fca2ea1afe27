import { type Person, type Term, decide } from '#kernel/language/permission.ts';
import { visit } from '../visit/visit.paper.ts';

/** Return the terms by which a person may read visits. */
export const planTermsOf = (person: Person): readonly Term[] => decide(person, visit, 'view').where;

/**
 * Return whether a person may know a technician's hours, leave and visits. Technicians know their own; others need a
 * scope beyond own work.
 */
export const mayKnowPlanOf = (person: Person, technician: { readonly userId: string | null }): boolean =>
  planTermsOf(person).some((term) => term.kind !== 'own') || technician.userId === person.id;

/**
 * Return whether a person may see a technician's row on the board. A scope of teams shows the rows of their
 * technicians, a scope of own work only the person's row.
 */
export const mayBoard = (
  person: Person,
  technician: { readonly userId: string | null; readonly customerServiceTeam: string },
): boolean =>
  mayKnowPlanOf(person, technician) &&
  planTermsOf(person).some((term) => term.kind !== 'teams' || term.teams.includes(technician.customerServiceTeam));
