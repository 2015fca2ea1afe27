import { type Ordered, contribution, bySort } from '#kernel/language/rooms/contribution.ts';
import type { Reading } from '#kernel/server';

/**
 * How a room's papers extend the warranty of a machine: `until` returns the last day, `yyyy-MM-dd`, or null without
 * such a paper.
 */
export interface WarrantyOfPapers extends Ordered {
  readonly until: (reading: Reading, equipmentId: string) => Promise<string | null>;
}

/** Warranties by papers of rooms above. The latest end among them and the manufacturer's warranty applies. */
export const warrantyOfPapers = contribution<WarrantyOfPapers>('machine.warrantyOfPapers');

/**
 * Return the latest end of warranty, by the manufacturer or any paper; null without one. A new machine has no papers.
 */
export async function latestWarranty(
  reading: Reading,
  equipmentId: string | undefined,
  byMaker: string | null,
): Promise<string | null> {
  if (equipmentId === undefined) return byMaker;
  let latest = byMaker ?? '';
  for (const { until } of bySort(reading.contributions(warrantyOfPapers))) {
    const end = (await until(reading, equipmentId)) ?? '';
    if (end > latest) latest = end;
  }
  return latest || null;
}
