import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { refuse } from '../refusals.ts';
import type { StockDifference } from './comparing/differences.rules.ts';
import { allDifferences, needSap } from './comparing/differences.server.ts';
import type { adoptCall } from './sap-flow.calls.ts';

type Sent = CallInputOf<typeof adoptCall>;
type Chosen = Sent['rows'][number];

interface Counting {
  readonly warehouseId: string;
  readonly line: { readonly materialId: string; readonly materialStatus: 'good'; readonly countQty: string };
}

/** Return the store that a row counts: the named one, or the only one of its code. */
async function storeFor(context: Context, { whsCode, warehouseId, itemCode }: Chosen): Promise<string> {
  const rows = await context.sql.query<{ id: string }>(
    `select w.id::text as id from ${warehouseFacts} w where w.tenant_id = $1 and w.sap_whs_code = $2 and w.is_deleted = 0 and ($3::bigint is null or w.id = $3::bigint) order by w.id limit 2`,
    [context.tenantId, whsCode.toUpperCase(), warehouseId],
  );
  if (rows.length !== 1) throw refuse.adoptOneStore({ item: itemCode });
  return rows[0].id;
}

/** Return the count that makes our stock equal to that of SAP. */
async function counting(context: Context, row: Chosen, all: readonly StockDifference[]): Promise<Counting> {
  const found = all.find((one) => one.whsCode === row.whsCode.toUpperCase() && one.itemCode === row.itemCode);
  const [item] = await context.find(material, { itemCode: row.itemCode }, { first: 1 });
  if (!found || !item || stepsOf(found.delta, QTY) === 0n) throw refuse.nothingToAdopt({ item: row.itemCode });
  if (found.guess !== 'count') throw refuse.adoptCountsOnly({ item: item.itemName });
  if (item.trackMode === 'serial') throw refuse.adoptSerial({ item: item.itemName });
  const warehouseId = await storeFor(context, row);
  const [{ qty }] = await context.sql.query<{ qty: string }>(
    `select coalesce(sum(s.on_hand), 0)::text as qty from ${stockFacts} s where s.tenant_id = $1 and s.warehouse_id = $2 and s.material_id = $3 and s.material_status = 'good' and s.is_deleted = 0`,
    [context.tenantId, warehouseId, item.id],
  );
  const counted = stepsOf(qty, QTY) - stepsOf(found.delta, QTY);
  if (counted < 0n) throw refuse.adoptOneStore({ item: row.itemCode });
  return { warehouseId, line: { materialId: item.id, materialStatus: 'good', countQty: decimalOf(counted, QTY) } };
}

/** Write a draft of a count for each store; another person approves it, and only then stock moves. */
export async function adopt({ rows, reason }: Sent, context: Context): Promise<CallAnswer<typeof adoptCall>> {
  await context.assertRight(stockAdjustment, 'add');
  const all = await allDifferences(context, await needSap(context));
  const counts: Counting[] = [];
  for (const row of rows) counts.push(await counting(context, row, all));
  const made: { id: string; adjustNo: string }[] = [];
  const byStore = Map.groupBy(counts, (one) => one.warehouseId);
  for (const warehouseId of [...byStore.keys()].toSorted()) {
    const { id, adjustNo } = await context.submit(stockAdjustment, {
      adjustType: 'count',
      warehouseId,
      postDate: context.today(),
      reason: `SAP ${reason}`.slice(0, 255),
      lines: mustGet(byStore, warehouseId).map((one) => one.line),
    });
    made.push({ id, adjustNo });
  }
  return made;
}
