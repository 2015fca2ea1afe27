import { type Ordered, contribution, bySort } from '#kernel/language/rooms/contribution.ts';
import type { Reading } from '#kernel/server';

/** An order with suggested parts; `technicianId` is its planned technician, or null. */
export interface OrderWithParts {
  readonly id: string;
  readonly technicianId: string | null;
}

/**
 * State of the suggested parts of an order. `missing`: kinds of parts that are neither in the van nor handed over or
 * approved for the order.
 */
export interface PartsState {
  readonly missing: number;
  /** The nearest warehouse that has the missing parts. */
  readonly storeId?: string | null;
  readonly storeName?: string | null;
  /** Name of the nearest technician who has the missing parts in the van. */
  readonly vanOf?: string | null;
}

/** Reads states of suggested parts for a room that knows the parts of some orders. */
export interface PartsReady extends Ordered {
  readonly read: (reading: Reading, orders: readonly OrderWithParts[]) => Promise<ReadonlyMap<string, PartsState>>;
}

/**
 * The place where rooms contribute states of suggested parts. For each order the first answer counts, in the sequence
 * of `sort`.
 */
export const partsReady = contribution<PartsReady>('dispatch.partsReady');

/** Return the state of the parts of orders, as far as any room knows it. */
export async function partsStateOf(
  reading: Reading,
  orders: readonly OrderWithParts[],
): Promise<ReadonlyMap<string, PartsState>> {
  const states = new Map<string, PartsState>();
  for (const { read } of bySort(reading.contributions(partsReady))) {
    const open = orders.filter(({ id }) => !states.has(id));
    if (!open.length) break;
    for (const [id, state] of await read(reading, open)) if (!states.has(id)) states.set(id, state);
  }
  return states;
}
