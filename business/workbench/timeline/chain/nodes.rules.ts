import Big from 'big.js';
import type { Station } from '#business/intake/timeline/station.rules.ts';
import type { ChainNode } from './chain.calls.ts';

/** A timeline entry with its kind, and `sort`: its order among entries of the same moment. */
export type PlacedStation = Station & { readonly kind: string; readonly sort: number };

const two = (amount: Big): string => amount.toFixed(2);

const withoutSort = (station: PlacedStation): Omit<PlacedStation, 'sort'> => {
  const { sort: _sort, ...rest } = station;
  return rest;
};

/**
 * Return the timeline entries sorted by time, each with the balance of money after it; null for an entry without an
 * amount.
 */
export function nodesOf(stations: readonly PlacedStation[]): ChainNode[] {
  let balance = new Big(0);
  return stations
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.sort - other.sort))
    .map((station): ChainNode => {
      const one = withoutSort(station);
      balance = balance.plus(one.amount ?? 0);
      return { ...one, key: `${one.kind} ${one.key}`, balance: one.amount === null ? null : two(balance) };
    });
}

/** Return the sum of the amounts of the entries of one kind. */
export const sumOfKind = (nodes: readonly ChainNode[], kind: string): string =>
  two(
    nodes
      .filter((one) => kind === 'all' || one.kind === kind)
      .reduce((sum, one) => sum.plus(one.amount ?? 0), new Big(0)),
  );
