import { type HeldRole, type PaperScope, type Person, decide, holdsEverything } from '#kernel/language/permission.ts';
import { user } from './user.paper.ts';

/** Departments as a set; null = every one of the company. */
export type Departments = ReadonlySet<string> | null;

const may = (person: Person, role: HeldRole): boolean => ['add', 'edit'].some((action) => decide({ ...person, roles: [role] }, user, action).allow);

/** What one scope of users opens; a rule speaks of people and not of departments, and opens what the role sees in general. */
function opened(person: Person, role: HeldRole, scope: PaperScope): readonly string[] | null {
  if (scope.kind === 'rule') return inGeneral(person, role);
  return scope.kind === 'all' ? null : scope.kind === 'departmentBelow' ? person.below : person.departments;
}

/** The departments whose papers a role sees; a team stands in those of its people. */
function inGeneral(person: Person, role: HeldRole): readonly string[] | null {
  if (role.scope === 'all') return null;
  return role.scope === 'departmentBelow' || role.scope === 'team' ? person.below : person.departments;
}

function seenBy(person: Person, role: HeldRole): (readonly string[] | null)[] {
  if (holdsEverything(role)) return [null];
  const scopes = role.papers?.[user.table];
  return scopes ? scopes.map((scope) => opened(person, role, scope)) : [inGeneral(person, role)];
}

/**
 * The departments that somebody may put people into, and take them out of. What a person sees hangs on his departments, and nobody gives what
 * he has not: so these are the ones that he himself sees by the roles that let him write users. Each role is judged by itself.
 */
export function departmentsToGive(person: Person): Departments {
  const all = person.roles.filter((role) => may(person, role)).flatMap((role) => seenBy(person, role));
  return all.includes(null) ? null : new Set(all.flatMap((ids) => ids ?? []));
}

/** The departments that somebody comes into or leaves by a change, and that who makes it may not give; none = it may be made. */
export function outOfReach(given: Departments, before: readonly string[], after: readonly string[]): string[] {
  if (!given) return [];
  const moved = [...after.filter((id) => !before.includes(id)), ...before.filter((id) => !after.includes(id))];
  return moved.filter((id) => !given.has(id));
}
