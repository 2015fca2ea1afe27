import type { BoardOrder } from '../board.calls.ts';

/** Filters of the pool; an empty list does not filter. */
export interface PoolFilter {
  readonly teams: readonly string[];
  readonly systems: readonly string[];
  readonly skills: readonly string[];
  readonly urgent: boolean;
  readonly overdue: boolean;
  /** Only orders whose suggested parts are available. */ readonly parts: boolean;
}

export const NO_FILTER: PoolFilter = {
  teams: [],
  systems: [],
  skills: [],
  urgent: false,
  overdue: false,
  parts: false,
};

const isUrgent = (order: BoardOrder): boolean => order.urgency !== 'normal' || order.urgeCount > 0;
const isOverdue = (order: BoardOrder, now: string): boolean => order.due !== null && order.due < now;

const tests: Readonly<Record<keyof PoolFilter, (order: BoardOrder, filter: PoolFilter, now: string) => boolean>> = {
  teams: (order, { teams }) => teams.length === 0 || teams.includes(order.team),
  systems: (order, { systems }) => systems.length === 0 || systems.includes(order.repairType),
  skills: (order, { skills }) => skills.length === 0 || order.skillIds.some((id) => skills.includes(id)),
  urgent: (order, { urgent }) => !urgent || isUrgent(order),
  overdue: (order, { overdue }, now) => !overdue || isOverdue(order, now),
  parts: (order, { parts }) => !parts || order.partsMissing === 0,
};

/** Return the orders that pass a filter, in the sequence of the server: the first to become late first. */
export function filteredOrders(
  orders: readonly BoardOrder[],
  filter: PoolFilter,
  now: string,
  except?: keyof PoolFilter,
): BoardOrder[] {
  const active = (Object.keys(tests) as (keyof PoolFilter)[]).filter((name) => name !== except);
  return orders.filter((order) => active.every((name) => tests[name](order, filter, now)));
}

/** Return how many orders each choice of one filter would leave, with the other filters unchanged. */
export function countsOf(
  orders: readonly BoardOrder[],
  filter: PoolFilter,
  now: string,
): {
  teams: Map<string, number>;
  systems: Map<string, number>;
  skills: Map<string, number>;
  urgent: number;
  overdue: number;
  parts: number;
} {
  const tally = (keys: readonly string[]): Map<string, number> =>
    keys.reduce((map, key) => map.set(key, (map.get(key) ?? 0) + 1), new Map<string, number>());
  return {
    teams: tally(filteredOrders(orders, filter, now, 'teams').map((one) => one.team)),
    systems: tally(filteredOrders(orders, filter, now, 'systems').map((one) => one.repairType)),
    skills: tally(filteredOrders(orders, filter, now, 'skills').flatMap((one) => one.skillIds)),
    urgent: filteredOrders(orders, filter, now, 'urgent').filter(isUrgent).length,
    overdue: filteredOrders(orders, filter, now, 'overdue').filter((one) => isOverdue(one, now)).length,
    parts: filteredOrders(orders, filter, now, 'parts').filter((one) => one.partsMissing === 0).length,
  };
}
