import type { AnyPaper } from '#kernel/language/paper.ts';
import { type PersonRole, type PaperScope, type Person, decide, holdsEverything } from '#kernel/language/permission.ts';

/** Departments as a set; null = every one of the company. */
export type Departments = ReadonlySet<string> | null;

const may = (person: Person, role: PersonRole, of: AnyPaper): boolean =>
  ['add', 'edit'].some((action) => decide({ ...person, roles: [role] }, of, action).allow);

/**
 * Return the departments that a data scope of a paper opens; null means all. A rule names no departments, so the
 * general scope of the role counts.
 */
function opened(person: Person, role: PersonRole, scope: PaperScope): readonly string[] | null {
  if (scope.kind === 'rule') return inGeneral(person, role);
  return scope.kind === 'all' ? null : scope.kind === 'departmentBelow' ? person.below : person.departments;
}

/**
 * Return the departments of a role's general scope; null means all. A scope by teams counts as the person's departments
 * and those below.
 */
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
 * Return the departments that a person may use in papers that define visibility: users, and departments themselves. A
 * person cannot grant more than they see. So these are the departments they see by each role that may write that paper.
 */
export function departmentsFor(person: Person, of: AnyPaper): Departments {
  const all = person.roles.filter((role) => may(person, role, of)).flatMap((role) => seenBy(person, role, of));
  return all.includes(null) ? null : new Set(all.flatMap((ids) => ids ?? []));
}

/**
 * Return the ids that a change adds or removes and that are not in `may`; empty means permitted. `may` null permits
 * everything.
 */
export function outOfReach(
  may: ReadonlySet<string> | null,
  before: readonly string[],
  after: readonly string[],
): string[] {
  if (!may) return [];
  const moved = [...after.filter((one) => !before.includes(one)), ...before.filter((one) => !after.includes(one))];
  return moved.filter((one) => !may.has(one));
}
