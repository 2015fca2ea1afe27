import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { addDays } from '#kernel/language/days.ts';
import type { Context, Reading, Table, TimedSteps } from '#kernel/server';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { isSimulated, sapOf } from '#business/materials/sap/sap-of-company.server.ts';
import { SapSimulator, beginSimulatedSap } from '#business/materials/sap/sap-simulator.server.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import type { StockDifference } from './comparing/differences.rules.ts';
import { compareNow } from './comparing/comparison.server.ts';
import { writeNight } from './comparing/last-night.server.ts';
import { beginUsed, queueUsed } from './consumption.server.ts';
import { personWhs } from './sap-codes.server.ts';
import { allDifferences, ourStock, rowsIn } from './comparing/differences.server.ts';

/** The last night on which our stock and that of SAP were equal, by warehouse and item. */
export const equalTable: Table = {
  name: 'assapequal',
  tenants: true,
  primaryKey: ['tenant_id', 'whs_code', 'item_code'],
  indexes: [],
  comment: 'last night on which our stock and that of SAP were equal, and the quantity',
  columns: [
    { name: 'tenant_id', type: 'text', notNull: true },
    { name: 'whs_code', type: 'text', notNull: true },
    { name: 'item_code', type: 'text', notNull: true },
    { name: 'equal_day', type: 'date', notNull: true },
    { name: 'equal_qty', type: 'numeric(14,3)' },
  ],
};

/** Note the warehouses and items that are equal on both sides at the end of a day. */
async function noteEqual(
  context: Context,
  different: readonly Pick<StockDifference, 'whsCode' | 'itemCode'>[],
  day: string,
): Promise<void> {
  const wrong = new Set(different.map((one) => `${one.whsCode} ${one.itemCode}`));
  const equal = (await ourStock(context)).filter((one) => !wrong.has(`${one.whsCode} ${one.itemCode}`));
  await context.sql.query(
    `insert into assapequal (tenant_id, whs_code, item_code, equal_day, equal_qty) select $1, k.w, k.i, $5::date, k.q from unnest($2::text[], $3::text[], $4::numeric[]) as k(w, i, q)
    on conflict (tenant_id, whs_code, item_code) do update set equal_day = excluded.equal_day, equal_qty = excluded.equal_qty where excluded.equal_day >= assapequal.equal_day`,
    [
      context.tenantId,
      equal.map((one) => one.whsCode),
      equal.map((one) => one.itemCode),
      equal.map((one) => one.qty),
      day,
    ],
  );
}

/** Notify the store of differences that no row in the queue explains. */
async function notifyOf(context: Context, different: readonly StockDifference[]): Promise<void> {
  const open = different.filter((one) => one.guess === 'count' || one.guess === 'unknownItem');
  if (!open.length) return;
  await context.call(notifyStaff, {
    event: 'sapFailed',
    to: { roles: ['as_store'] },
    title: [`SAP库存差异 ${open.length} 项`, `${open.length} differences to SAP`],
    content: open
      .slice(0, 5)
      .map((one) => `${one.whsCode} ${one.itemCode} ${one.delta}`)
      .join('；'),
    bizType: 'sap',
    bizId: '0',
    bizNo: context.today(),
    again: context.today(),
  });
}

/** Compare both stocks, store what is found, and note what is equal. */
export async function compareOnce(context: Context): Promise<readonly StockDifference[]> {
  const sap = await sapOf(context);
  if (!sap) return [];
  const { found, all } = await compareNow(context, await sap.balances());
  await writeNight(context, found);
  await noteEqual(context, all, addDays(context.today(), -1));
  return all;
}

/** Compare both stocks in the night. Nothing is overwritten. */
export async function compareWithSap({ step }: TimedSteps): Promise<void> {
  await step(async (context) => {
    await beginSimulator(context);
    await queueUsed(context);
    await notifyOf(context, await compareOnce(context));
  });
}

/** Planted differences of the simulated SAP: for the first items of the first warehouse that is not that of the vans. */
const PLANTED = [2n, -1n, 5n] as const;

/** Return our stock as the simulated SAP has it: without rows in flight, and with planted differences. */
async function openingOf(reading: Reading): Promise<{ whsCode: string; itemCode: string; onHand: string }[]> {
  const waiting = await rowsIn(reading, ['none', 'queued', 'failed']);
  const open = (await ourStock(reading)).toSorted((a, b) =>
    `${a.whsCode} ${a.itemCode}` < `${b.whsCode} ${b.itemCode}` ? -1 : 1,
  );
  const vans = await personWhs(reading);
  const first = open.find((one) => one.whsCode !== vans)?.whsCode;
  const start = open.findIndex((one) => one.whsCode === first);
  return open.map(({ whsCode, itemCode, qty }, at) => {
    const flying = waiting.find((one) => one.whsCode === whsCode && one.itemCode === itemCode)?.qty ?? '0';
    const planted = whsCode === first ? (PLANTED[at - start] ?? 0n) * 10n ** BigInt(QTY) : 0n;
    return { whsCode, itemCode, onHand: decimalOf(stepsOf(qty, QTY) - stepsOf(flying, QTY) + planted, QTY) };
  });
}

/** Begin the simulated SAP of the demo company with our stock; one that has begun stays as it is. */
export async function beginSimulator(context: Context): Promise<void> {
  if (!(await isSimulated(context))) return;
  if (!(await beginSimulatedSap(context, await openingOf(context)))) return;
  await beginUsed(context, context.now());
  await noteEqual(context, await allDifferences(context, new SapSimulator(context)), addDays(context.today(), -1));
}
