import { placeUnder } from '#kernel/language/calls/place.ts';
import { type Action, choosingOf } from '#kernel/language/lifecycle.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Target } from './target.ts';

/** Return the path and the body of an action: for one row its own call if it has one, else the common call. */
export function actRequest(
  of: AnyPaper,
  name: string,
  action: Action,
  target: Target,
  inputs: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly body: Readonly<Record<string, unknown>> } {
  if (!('ids' in target) || target.ids.length > 1 || !action.call)
    return { path: placeUnder(of, 'act'), body: { ...target, action: name, ...inputs } };
  return {
    path: placeUnder(of, action.call.path),
    body: { id: target.ids[0], ...inputs, ...(isShared(of, action) && { action: name }), ...choosingOf(action) },
  };
}

/**
 * Do other verbs have the path of this one, all without a choosing key? Then the call names its verb: the state of the
 * row could change on the way and choose another one.
 */
function isShared(of: AnyPaper, { call }: Action): boolean {
  const here = Object.values<Action>(of.lifecycle?.actions ?? {}).filter((one) => one.call?.path === call?.path);
  return here.length > 1 && !here.some((one) => one.call?.action ?? one.call?.by ?? one.call?.when);
}
