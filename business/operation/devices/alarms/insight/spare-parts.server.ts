import type { Reading } from '#kernel/server';
import type { SparePart } from '#business/iot/alarms/codes/trouble-code.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';

/** A part of a trouble code and its material. `materialId` and `name` are empty if no material has the code. */
export interface KnownPart extends SparePart {
  readonly materialId: string;
  readonly name: string;
}

const MOST = 20;

/** Return the parts of a trouble code with their materials. */
export async function knownParts(
  reading: Reading,
  parts: readonly SparePart[] | null | undefined,
): Promise<KnownPart[]> {
  const some = (parts ?? []).slice(0, MOST);
  if (some.length === 0) return [];
  const rows = await reading.find(material, { itemCode: some.map((one) => one.materialCode) }, { limit: MOST });
  return some.map(({ materialCode, qty }) => {
    const of = rows.find((one) => one.itemCode === materialCode);
    return { materialCode, qty: Number(qty), materialId: of?.id ?? '', name: of?.itemName ?? '' };
  });
}
