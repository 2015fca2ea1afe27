import type { Action } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import { reservedRoles } from '#kernel/language/permission.ts';
import type { Room } from '#kernel/language/room.ts';

/** Who makes a paper makes it for himself: what can only create is done by those whose it is. */
const isOnWhatStands = (action: Action): boolean => action.from.some((state) => state !== '*');

/** The roles that get a verb by default: those whose it is, and those who stand in for them. */
export const rolesOf = (paper: AnyPaper, action: Action): readonly string[] =>
  isOnWhatStands(action) ? [...new Set([...action.roles, ...(paper.rights.acts ?? [])])] : action.roles;

/** The same of a button that is no verb of the lifecycle. */
export const rolesOfButton = (paper: AnyPaper, roles: readonly string[]): readonly string[] => [
  ...new Set([...roles, ...(paper.rights.acts ?? [])]),
];

/**
 * Who holds every button does not do every work: a verb of a paper that stands is his only where it names him, or where each sees nothing
 * but his own.
 */
function inSteadOfAll(paper: AnyPaper): string[] {
  const verbs = paper.sight === 'personal' ? [] : Object.entries(paper.lifecycle?.actions ?? {});
  return verbs
    .filter(([, action]) => isOnWhatStands(action) && !action.roles.some((role) => reservedRoles.includes(role)))
    .map(([name]) => buttonOf(paper, name));
}

/** For each role that stands in for others: the buttons that it presses only on their behalf. */
export function onBehalfButtons(rooms: readonly Room[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const paper of rooms.flatMap((room) => room.papers)) {
    const verbs = Object.entries(paper.lifecycle?.actions ?? {})
      .filter(([, action]) => isOnWhatStands(action))
      .map(([name, { roles }]) => ({ name, roles }));
    const others = Object.entries(paper.buttons ?? {}).map(([name, { roles }]) => ({ name, roles }));
    for (const alias of reservedRoles) found.set(alias, new Set([...(found.get(alias) ?? []), ...inSteadOfAll(paper)]));
    for (const alias of paper.rights.acts ?? []) {
      const codes = [...verbs, ...others]
        .filter(({ roles }) => !roles.includes(alias))
        .map(({ name }) => buttonOf(paper, name));
      found.set(alias, new Set([...(found.get(alias) ?? []), ...codes]));
    }
  }
  return found;
}
