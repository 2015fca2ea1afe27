import type { AnyPaper } from '#kernel/language/paper.ts';
import { type PersonRole, type PaperScope, type Person, decide, holdsEverything } from '#kernel/language/permission.ts';

/** Departments as a set; null = every one of the company. */
export type Departments = ReadonlySet<string> | null;

const may = (person: Person, role: PersonRole, of: AnyPaper): boolean =>
  ['add', 'edit'].some((action) => decide({ ...person, roles: [role] }, of, action).allow);

/** What one scope of a paper opens; a rule speaks of its rows and not of departments, and opens what the role sees in general. */
function opened(person: Person, role: PersonRole, scope: PaperScope): readonly string[] | null {
  if (scope.kind === 'rule') return inGeneral(person, role);
  return scope.kind === 'all' ? null : scope.kind === 'departmentBelow' ? person.below : person.departments;
}

/** The departments whose papers a role sees; a team stands in those of its people. */
function inGeneral(person: Person, role: PersonRole): readonly string[] | null {
  if (role.scope === 'all') return null;
  return role.scope === 'departmentBelow' || role.scope === 'team' ? person.below : person.departments;
}

function seenBy(person: Person, role: PersonRole, of: AnyPaper): (readonly string[] | null)[] {
  if (holdsEverything(role)) return [null];
  const scopes = role.papers?.[of.table];
  return scopes ? scopes.map((scope) => opened(person, role, scope)) : [inGeneral(person, role)];
}

/**
 * The departments that somebody works in when he writes a paper that decides who sees what: people, who are put into departments, and
 * departments, which are hung below each other. What a person sees hangs on them, and nobody gives what he has not: so these are the ones
 * that he himself sees by the roles that let him write that paper. Each role is judged by itself.
 */
export function departmentsFor(person: Person, of: AnyPaper): Departments {
  const all = person.roles.filter((role) => may(person, role, of)).flatMap((role) => seenBy(person, role, of));
  return all.includes(null) ? null : new Set(all.flatMap((ids) => ids ?? []));
}

/** What is added or taken away by a change and is not among what may be; none = it may be made. `may` null = everything may. */
export function outOfReach(
  may: ReadonlySet<string> | null,
  before: readonly string[],
  after: readonly string[],
): string[] {
  if (!may) return [];
  const moved = [...after.filter((one) => !before.includes(one)), ...before.filter((one) => !after.includes(one))];
  return moved.filter((one) => !may.has(one));
}
