import { mustGet } from '#kernel/language/must.ts';
import { worldPoint } from '#kernel/fields/place/mercator.ts';
import type { BoardOrder, BoardTechnician } from '../board.calls.ts';

/** An estate or single place on the map, with its waiting orders and the number of visits of the day. */
export interface MapEstate {
  readonly key: string;
  readonly name: string;
  readonly place: string;
  readonly orders: readonly BoardOrder[];
  readonly visits: number;
}

/**
 * Return the key of a marker on the map: the name of the estate, so that its homes share a marker, or else the
 * coordinates.
 */
const keyOf = (of: { readonly premisesName: string | null; readonly location: string | null }): string =>
  of.premisesName ?? of.location ?? '';

/** Return the markers of a day: places with waiting orders or visits, those with most orders first. */
export function estatesOf(orders: readonly BoardOrder[], rows: readonly BoardTechnician[], day: string): MapEstate[] {
  const found = new Map<string, { name: string; place: string; orders: BoardOrder[]; visits: number }>();
  const at = (of: { premisesName: string | null; location: string | null }, name: string) => {
    const key = keyOf(of);
    if (!of.location || !worldPoint(of.location)) return null;
    if (!found.has(key)) found.set(key, { name: of.premisesName ?? name, place: of.location, orders: [], visits: 0 });
    return mustGet(found, key);
  };
  for (const order of orders) at(order, order.customerName)?.orders.push(order);
  for (const visit of rows.flatMap((one) => one.visits)) {
    if (visit.from.slice(0, 10) !== day || !visit.lead) continue;
    const estate = at(visit, visit.customerName);
    if (estate) estate.visits += 1;
  }
  return [...found]
    .map(([key, one]) => ({ key, ...one }))
    .toSorted(
      (one, other) =>
        other.orders.length - one.orders.length || other.visits - one.visits || one.name.localeCompare(other.name),
    );
}

/** Return the places of a technician's day in order: the start point, then each visit with a known place. */
export function dayRouteOf(of: BoardTechnician, day: string): string[] {
  return [
    of.homeLocation,
    ...of.visits
      .filter((one) => one.from.slice(0, 10) === day)
      .toSorted((one, other) => one.from.localeCompare(other.from))
      .map((one) => one.location),
  ].filter((place): place is string => place !== null && worldPoint(place) !== null);
}
