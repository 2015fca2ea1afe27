import type { Action } from '#kernel/language/lifecycle.ts';
import { http as refuseHttp, lifecycleRefusals as refuse } from '../../refusals.ts';

/** A verb of a lifecycle with its name. */
interface NamedVerb {
  readonly name: string;
  readonly action: Action;
}

/**
 * Return the verbs whose `when` conditions, each a key and its value, the body fulfils. If it fulfils none, refuse the
 * missing key or the unknown value.
 */
export function verbsMeant<V extends NamedVerb>(verbs: readonly V[], sent: (key: string) => unknown): readonly V[] {
  const meant = verbs.filter(({ action }) =>
    Object.entries(action.call?.when ?? {}).every(([key, value]) => String(sent(key) ?? '') === value),
  );
  if (meant.length || !verbs.length) return meant;
  const keys = verbs.flatMap(({ action }) => Object.keys(action.call?.when ?? {}));
  const missing = keys.find((key) => (sent(key) ?? '') === '');
  throw missing === undefined ? refuse.unknownAction() : refuseHttp.missing({ what: missing });
}

/** Return the keys in the `when` conditions of these verbs, each with the values that choose a verb. */
export const verbChoices = (actions: readonly Action[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [
      ...Map.groupBy(
        actions.flatMap(({ call }) => Object.entries(call?.when ?? {})),
        ([key]) => key,
      ),
    ].map(([key, all]) => [key, [...new Set(all.map(([, value]) => value))]]),
  );
