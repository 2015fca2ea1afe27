import type { AnyPaper } from '#kernel/language/paper.ts';
import { assertMay, reasonOnBehalf } from '../../rows/read.ts';
import { type Authority, ownAuthority } from '../../write/authority.ts';
import type { RouteCall } from '../route.ts';

/**
 * Standard actions. Only their scope limits them, so they never count as done on behalf of others, and need no reason.
 */
const OWN_RIGHTS: ReadonlySet<string> = new Set(['add', 'edit', 'delete']);

/** The reason that a call carries; empty where it carries none. */
const reasonIn = ({ body }: Pick<RouteCall, 'body'>): unknown => body.reason ?? '';

/** Return the authority of the caller before a right is checked, with the reason that the call carries. */
export const callerAuthority = (call: Pick<RouteCall, 'body'>): Authority => ownAuthority(undefined, reasonIn(call));

/**
 * Return the authority by which a call acts on rows of a paper: its scope is that of the right. Refuse 403 without the
 * right, and 400 where the caller acts on behalf of others without a reason. `noReason`: the call has no place for a
 * reason.
 */
export function authorityOf(
  call: Pick<RouteCall, 'actor' | 'body'>,
  paper: AnyPaper,
  action: string,
  { noReason = false }: { readonly noReason?: boolean } = {},
): Authority {
  const decision = assertMay(call.actor, paper, action);
  const reason = noReason ? undefined : reasonIn(call);
  const onBehalfOf = OWN_RIGHTS.has(action) ? null : reasonOnBehalf(decision, reason);
  return { ...ownAuthority(decision.where), standing: { reason, onBehalfOf } };
}
