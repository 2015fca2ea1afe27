import { mustGet } from '#kernel/language/must.ts';
import type { LockPlace } from './lock-order.ts';

/**
 * The locks of one room from first to last. A string is a place of a room that it needs: a paper, or the name of a
 * named lock. The room's own places come before or after it.
 */
export type LockPlaces = readonly (LockPlace | string)[];

const nameOf = (place: LockPlace | string): string =>
  typeof place === 'string' ? place : 'paper' in place ? place.paper : place.named;

/** Join the orders of all rooms. Where they leave a choice, the earlier room in `all` goes first. */
export function joinLockPlaces(all: readonly LockPlaces[]): LockPlace[] {
  const places = new Map<string, LockPlace>();
  for (const place of all.flat()) {
    if (typeof place === 'string') continue;
    if (places.has(nameOf(place))) throw new Error(`two rooms place the lock ${nameOf(place)}`);
    places.set(nameOf(place), place);
  }
  const before = new Map<string, Set<string>>([...places.keys()].map((name) => [name, new Set()]));
  for (const chain of all)
    chain.map(nameOf).forEach((name, at, names) => {
      if (!places.has(name)) throw new Error(`no room places the lock ${name}`);
      if (at > 0) mustGet(before, name).add(names[at - 1]);
    });
  const joined: LockPlace[] = [];
  while (before.size > 0) {
    const next = [...before].find(([, open]) => open.size === 0)?.[0];
    if (next === undefined) throw new Error(`rooms order their locks in a circle: ${[...before.keys()].join(', ')}`);
    joined.push(mustGet(places, next));
    before.delete(next);
    for (const open of before.values()) open.delete(next);
  }
  return joined;
}
