import type { Action } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import { reservedRoles } from '#kernel/language/permission.ts';
import type { Room } from '#kernel/language/room.ts';

/**
 * Does the action apply to existing papers? An action that only creates is done for oneself, never on behalf of others.
 */
const isOnWhatStands = (action: Action): boolean => action.from.some((state) => state !== '*');

/** Return the roles that get a verb by default: its own roles, and those that act on behalf of them. */
export const rolesOf = (paper: AnyPaper, action: Action): readonly string[] =>
  isOnWhatStands(action) ? [...new Set([...action.roles, ...(paper.rights.acts ?? [])])] : action.roles;

/**
 * Return the roles that get a button outside the lifecycle by default: its own roles, and those that act on behalf of
 * them.
 */
export const rolesOfButton = (paper: AnyPaper, roles: readonly string[]): readonly string[] => [
  ...new Set([...roles, ...(paper.rights.acts ?? [])]),
];

/**
 * Return the buttons that a role with all buttons presses only on behalf of others: the verbs of existing papers.
 * Excepted are verbs whose `roles` name such a role, and papers with `sight: 'personal'`.
 */
function onBehalfOfAll(paper: AnyPaper): string[] {
  const verbs = paper.sight === 'personal' ? [] : Object.entries(paper.lifecycle?.actions ?? {});
  return verbs
    .filter(([, action]) => isOnWhatStands(action) && !action.roles.some((role) => reservedRoles.includes(role)))
    .map(([name]) => buttonOf(paper, name));
}

/** Return, for each role that acts on behalf of others, the buttons that it presses only on their behalf. */
export function onBehalfButtons(rooms: readonly Room[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const paper of rooms.flatMap((room) => room.papers)) {
    const verbs = Object.entries(paper.lifecycle?.actions ?? {})
      .filter(([, action]) => isOnWhatStands(action))
      .map(([name, { roles }]) => ({ name, roles }));
    const others = Object.entries(paper.buttons ?? {}).map(([name, { roles }]) => ({ name, roles }));
    for (const alias of reservedRoles)
      found.set(alias, new Set([...(found.get(alias) ?? []), ...onBehalfOfAll(paper)]));
    for (const alias of paper.rights.acts ?? []) {
      const codes = [...verbs, ...others]
        .filter(({ roles }) => !roles.includes(alias))
        .map(({ name }) => buttonOf(paper, name));
      found.set(alias, new Set([...(found.get(alias) ?? []), ...codes]));
    }
  }
  return found;
}
