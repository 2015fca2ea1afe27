import { type CallInput, type Context, http as refuseHttp, type OwnCall, type Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { type SapFilter, type SapItem, simulatedSap } from '../sap/sap-items.rules.ts';
import { material } from './material.paper.ts';

const MOST = 500;
const whole = (given: string | undefined, standard: number, most: number): number =>
  Math.min(most, Math.max(1, Number.parseInt(given ?? '', 10) || standard));

/** A page of what SAP has, and which of it is an item of ours already. */
async function sapMaterialPage({ query }: CallInput, reading: Reading): Promise<unknown> {
  const [current, size] = [whole(query.current, 1, 100_000), whole(query.size, 10, MOST)];
  const all = await simulatedSap.items(query as SapFilter);
  const page = all.slice((current - 1) * size, current * size);
  const ours = new Map(
    (await reading.find(material, { itemCode: page.map((one) => one.itemCode) }, MOST)).map((row) => [
      row.itemCode,
      row,
    ]),
  );
  const records = page.map(({ guess, stock, ...item }) => {
    const mine = ours.get(item.itemCode);
    return {
      ...item,
      onHand: String(
        query.whsCode ? (stock[query.whsCode] ?? 0) : Object.values(stock).reduce((sum, one) => sum + one, 0),
      ),
      materialType: guess.type,
      imported: Boolean(mine),
      materialId: mine?.id ?? '',
      priceDiffers: Boolean(mine && mine.salePrice !== item.salePrice),
    };
  });
  return { records, total: all.length, size, current, pages: Math.ceil(all.length / size) };
}

/** What SAP owns of an item; the rest is kept here and never overwritten. */
const owned = (item: SapItem, now: string): Partial<Record<string, unknown>> => ({
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

/** Takes items over from SAP: new ones are made, known ones get what SAP owns. A second time changes nothing but prices that changed there. */
export async function importFromSap(
  context: Context,
  wanted: readonly string[],
): Promise<{ created: string[]; updated: string[] }> {
  // One after the other, and each in one order: two who take the same items over neither meet in a circle nor make a row twice.
  await context.lock('items from SAP');
  const codes = [...wanted].sort();
  const ours = new Map(
    (await context.find(material, { itemCode: codes }, codes.length)).map((row) => [row.itemCode, row]),
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
    } as never);
    created.push((row as { id: string }).id);
  }
  return { created, updated };
}

async function importSapMaterial({ body, query }: CallInput, context: Context): Promise<unknown> {
  const given = body.itemCodes ?? query.itemCodes;
  const codes = [
    ...new Set(
      (Array.isArray(given) ? given.map(String) : String(given ?? '').split(','))
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ];
  if (!codes.length) throw refuseHttp.missing({ what: 'itemCodes' });
  return importFromSap(context, codes.slice(0, MOST));
}

export const sapItemCalls: readonly OwnCall[] = [
  {
    method: 'GET',
    path: 'sapMaterialPage',
    needs: 'view',
    query: ['current', 'size', 'itmsGrpNam', 'itemCode', 'itemName', 'whsCode'],
    summary: ['SAP物料分页', 'Page of the items in SAP'],
    read: sapMaterialPage,
  },
  {
    method: 'POST',
    path: 'importSapMaterial',
    needs: 'import',
    summary: ['从SAP导入所选物料', 'Take chosen items over from SAP'],
    write: importSapMaterial,
  },
];
