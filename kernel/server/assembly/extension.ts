import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Behaviour } from './behaviour.ts';

type Added = 'calls' | 'detail' | 'detailParts' | 'computed' | 'filters' | 'jobs' | 'timed';

/**
 * Additions of a room to a paper of a room below it, which does not know it: calls, keys of the detail, computed
 * fields, jobs.
 */
export type Extension<P extends AnyPaper = AnyPaper> = Pick<Behaviour<P>, 'of' | Added>;

/**
 * Declare an extension of a paper. It is checked against the paper's definition here; its type is then dropped, so that
 * all extensions fit one list.
 */
export const extension = <P extends AnyPaper>(of: P, adds: Pick<Behaviour<P>, Added>): Extension =>
  ({ of, ...adds }) as Extension;

/** Join two records. Throw if both have the same name. */
function joined<T>(paper: string, one: Readonly<Record<string, T>> = {}, other: Readonly<Record<string, T>> = {}) {
  const twice = Object.keys(other).find((name) => Object.hasOwn(one, name));
  if (twice) throw new Error(`${paper} has ${twice} twice`);
  return { ...one, ...other };
}

const detailOf = (one: Behaviour['detail'], other: Behaviour['detail']): Behaviour['detail'] =>
  one && other
    ? async (reading, row) => ({ ...(await one(reading, row)), ...(await other(reading, row)) })
    : (one ?? other);

/** Return a behaviour with the additions of another room. */
function extendedBy(base: Behaviour, adds: Extension): Behaviour {
  const name = base.of.name;
  const there = new Set((base.calls ?? []).map((call) => `${call.method} ${call.path}`));
  const twice = (adds.calls ?? []).find((call) => there.has(`${call.method} ${call.path}`));
  if (twice) throw new Error(`${name} has the call ${twice.path} twice`);
  return {
    ...base,
    calls: [...(base.calls ?? []), ...(adds.calls ?? [])],
    detail: detailOf(base.detail, adds.detail),
    detailParts: joined(name, base.detailParts, adds.detailParts),
    computed: joined(name, base.computed as Record<string, string>, adds.computed as Record<string, string>),
    filters: joined(name, base.filters, adds.filters),
    jobs: joined(name, base.jobs, adds.jobs),
    timed: joined(name, base.timed, adds.timed),
  };
}

/** Return the behaviour of every paper by name, with the additions of the rooms above. */
export function behavioursOf(
  behaviours: readonly Behaviour[],
  extensions: readonly Extension[],
): ReadonlyMap<string, Behaviour> {
  const all = new Map(behaviours.map((one) => [one.of.name, one]));
  for (const one of extensions) all.set(one.of.name, extendedBy(all.get(one.of.name) ?? { of: one.of }, one));
  return all;
}
