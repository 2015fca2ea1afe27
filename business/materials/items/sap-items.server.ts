import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, type OwnCall, type Reading, implement } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { type SapItem, simulatedSap } from '../sap/sap-items.rules.ts';
import { material } from './material.paper.ts';
import { MAX_SAP_ITEMS, sapMaterials, takeSapMaterials } from './sap-items.calls.ts';

/** Return a page of the items of SAP, marked where they are imported already. */
async function sapMaterialPage(
  { current, size, ...asked }: CallInputOf<typeof sapMaterials>,
  reading: Reading,
): Promise<CallAnswer<typeof sapMaterials>> {
  const all = await simulatedSap.items(asked);
  const page = all.slice((current - 1) * size, current * size);
  const ours = new Map(
    (await reading.find(material, { itemCode: page.map((one) => one.itemCode) }, { limit: MAX_SAP_ITEMS })).map(
      (row) => [row.itemCode, row],
    ),
  );
  const records = page.map(({ guess, stock, ...item }) => {
    const mine = ours.get(item.itemCode);
    return {
      ...item,
      onHand: String(
        asked.whsCode ? (stock[asked.whsCode] ?? 0) : Object.values(stock).reduce((sum, one) => sum + one, 0),
      ),
      materialType: guess.type,
      imported: Boolean(mine),
      materialId: mine?.id ?? '',
      priceDiffers: Boolean(mine && mine.salePrice !== item.salePrice),
    };
  });
  return { records, total: all.length, size, current, pages: Math.ceil(all.length / size) };
}

/** The fields that SAP owns; the others are the company's own and are never overwritten. */
const owned = (item: SapItem, now: string) => ({
  itemName: item.itemName,
  itmsGrpCod: item.itmsGrpCod,
  itmsGrpNam: item.itmsGrpNam,
  spec: item.spec,
  barcode: item.barcode,
  salePrice: item.salePrice,
  costPrice: item.costPrice,
  validFor: item.validFor,
  sapUpdateTime: now,
});

/**
 * Import items from SAP. Create new ones, and update the fields that SAP owns. A repeat changes only prices that
 * changed there.
 */
export async function importFromSap(
  context: Context,
  wanted: readonly string[],
): Promise<{ created: string[]; updated: string[] }> {
  // Lock, and sort the codes: concurrent imports neither deadlock nor create an item twice.
  await context.lock('items from SAP');
  const codes = [...wanted].sort();
  const ours = new Map(
    (await context.find(material, { itemCode: codes }, { limit: codes.length })).map((row) => [row.itemCode, row]),
  );
  const created: string[] = [];
  const updated: string[] = [];
  for (const code of codes) {
    const item = await simulatedSap.item(code);
    if (!item) throw refuse.sapItemUnknown({ code });
    const mine = ours.get(code);
    if (mine) {
      await context.change(material, mine.id, owned(item, context.now()), 'SAP');
      updated.push(mine.id);
      continue;
    }
    const { type, track, months, old } = item.guess;
    const row = await context.create(material, {
      itemCode: code,
      unit: item.unit,
      materialType: type,
      trackMode: track ?? 'qty',
      warrantyMonths: months ?? null,
      returnOld: old ?? false,
      ...owned(item, context.now()),
    });
    created.push((row as { id: string }).id);
  }
  return { created, updated };
}

export const sapItemCalls: readonly OwnCall[] = [
  implement(sapMaterials, { read: sapMaterialPage }),
  implement(takeSapMaterials, { write: ({ itemCodes }, context) => importFromSap(context, itemCodes) }),
];
