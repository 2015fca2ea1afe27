import { mustGet } from '#kernel/language/must.ts';
import { worldPoint } from '#kernel/fields/place/mercator.ts';
import type { BoardOrder, BoardTechnician } from '../board.calls.ts';

/** An estate, or a place alone: what waits there and what is planned there on the day. */
export interface MapEstate {
  readonly key: string;
  readonly name: string;
  readonly place: string;
  readonly orders: readonly BoardOrder[];
  readonly visits: number;
}

/** Homes of one estate are one place; without an estate each place is its own. */
const keyOf = (of: { readonly premisesName: string | null; readonly location: string | null }): string =>
  of.premisesName ?? of.location ?? '';

/** The places where something waits or is planned, the fullest first. */
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

/** The places of a technician's day in their order: his start point, then each visit that has one. */
export function dayRouteOf(of: BoardTechnician, day: string): string[] {
  return [
    of.homeLocation,
    ...of.visits
      .filter((one) => one.from.slice(0, 10) === day)
      .toSorted((one, other) => one.from.localeCompare(other.from))
      .map((one) => one.location),
  ].filter((place): place is string => place !== null && worldPoint(place) !== null);
}
