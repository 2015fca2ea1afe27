import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { sapOf } from '#business/materials/sap/sap-of-company.server.ts';
import type { SapBalance, SapPort } from '#business/materials/sap/sap-port.rules.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { refuse } from '../../refusals.ts';
import {
  type ComparedStock,
  type ComparedItem,
  type CountedStock,
  type OwnStock,
  type StockDifference,
  compared,
} from './differences.rules.ts';
import { sendsUsed, usedForSap } from '../consumption.server.ts';
import { assertSeesCodes, movesByCode, personWhs, sapCodeOf } from '../sap-codes.server.ts';
import type { differencesCall } from '../sap-flow.calls.ts';

/** Return our good stock by SAP warehouse and item, with its moving average cost. */
export const ourStock = async (reading: Reading): Promise<OwnStock[]> =>
  reading.sql.query<OwnStock>(
    `select k.code as "whsCode", i.item_code as "itemCode", sum(s.on_hand)::text as qty, count(distinct s.warehouse_id)::int as stores,
      round(coalesce(sum(s.on_hand * s.avg_cost) filter (where s.on_hand > 0) / nullif(sum(s.on_hand) filter (where s.on_hand > 0 and s.avg_cost is not null), 0), max(s.avg_cost)), 4)::text as cost from ${stockFacts} s
    join ${warehouseFacts} w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id cross join lateral (select ${sapCodeOf('w', '$2::text')} as code) k
    join ${materialFacts} i on i.tenant_id = s.tenant_id and i.id = s.material_id
    where s.tenant_id = $1 and s.material_status = 'good' and s.is_deleted = 0 and k.code is not null group by k.code, i.item_code`,
    [reading.tenantId, await personWhs(reading)],
  );

/** Return rows by their effect on the warehouses: what SAP lacks, or (`in`) what we lack. */
export const rowsIn = (reading: Reading, states: readonly string[]): Promise<CountedStock[]> =>
  reading.sql.query<CountedStock>(
    `select k.code as "whsCode", f.item_code as "itemCode", sum(case when f.direction = 'in' then -k.qty else k.qty end)::text as qty from assapwarehouseflow f
    cross join lateral (values (f.from_whs_code, -f.qty), (f.to_whs_code, f.qty)) as k(code, qty)
    where f.tenant_id = $1 and f.is_deleted = 0 and f.sap_status = any($2) and k.code is not null group by k.code, f.item_code`,
    [reading.tenantId, states],
  );

/**
 * Return movements since the last equal night of which SAP gets no row: documents without rows, and used parts unless
 * the company sends them.
 */
const without = async (reading: Reading): Promise<CountedStock[]> =>
  reading.sql.query<CountedStock>(
    `select k.code as "whsCode", i.item_code as "itemCode", sum(k.qty)::text as qty from ${stockMoveFacts} l
    join ${warehouseFacts} o on o.tenant_id = l.tenant_id and o.id = l.from_warehouse_id join ${warehouseFacts} n on n.tenant_id = l.tenant_id and n.id = l.to_warehouse_id
    cross join lateral ${movesByCode('$2::text')} as k(code, qty, other)
    join ${materialFacts} i on i.tenant_id = l.tenant_id and i.id = l.material_id join assapequal e on e.tenant_id = l.tenant_id and e.whs_code = k.code and e.item_code = i.item_code
    where l.tenant_id = $1 and l.is_deleted = 0 and (l.bill_type in ('shipment', 'receive', 'returnBack', 'reverse') or l.bill_type = 'consume' and not $3::boolean) and l.post_date > e.equal_day and k.code is distinct from k.other and k.code is not null
      and not exists (select 1 from assapwarehouseflow f where f.tenant_id = l.tenant_id and f.bill_id = l.bill_id and f.bill_line_id = l.bill_line_id and f.is_deleted = 0) group by k.code, i.item_code`,
    [reading.tenantId, await personWhs(reading), await sendsUsed(reading)],
  );

/** Return used parts that wait for the night, where the company sends them. */
const usedToday = async (reading: Reading): Promise<CountedStock[]> =>
  (await sendsUsed(reading)) ? usedForSap(reading, reading.now()) : [];

const MAX_SENT = 5000;

/** Return single rows in flight that were sent to SAP: it may have posted them without an answer. */
const unanswered = (reading: Reading): Promise<CountedStock[]> =>
  reading.sql.query<CountedStock>(
    `select k.code as "whsCode", f.item_code as "itemCode", k.qty::text as qty from assapwarehouseflow f
    cross join lateral (values (f.from_whs_code, -f.qty), (f.to_whs_code, f.qty)) as k(code, qty)
    where f.tenant_id = $1 and f.is_deleted = 0 and f.direction = 'out' and f.sap_status in ('queued', 'failed') and f.send_time is not null and k.code is not null order by f.id desc limit ${MAX_SENT}`,
    [reading.tenantId],
  );

/** Return our items with these codes. */
async function itemsOf(reading: Reading, codes: readonly string[]): Promise<ReadonlyMap<string, ComparedItem>> {
  const rows = await reading.sql.query<ComparedItem & { code: string }>(
    `select item_code as code, id::text as id, item_name as name, track_mode = 'serial' as "isSerial", cost_price::text as cost from ${materialFacts} where tenant_id = $1 and item_code = any($2) and is_deleted = 0`,
    [reading.tenantId, codes],
  );
  return new Map(rows.map(({ code, ...item }) => [code, item]));
}

/** Compare our stock with that of SAP (`balances`). */
export async function comparedWith(reading: Reading, balances: readonly SapBalance[]): Promise<ComparedStock> {
  const theirs = balances.map(({ onHand, ...of }) => ({ ...of, qty: onHand }));
  const ours = await ourStock(reading);
  const codes = new Set([...ours, ...theirs].map((one) => one.itemCode));
  return compared({
    ours,
    sap: theirs,
    inFlight: [...(await rowsIn(reading, ['queued', 'failed'])), ...(await usedToday(reading))],
    unanswered: await unanswered(reading),
    unposted: [...(await rowsIn(reading, ['none'])), ...(await without(reading))],
    items: await itemsOf(reading, [...codes]),
  });
}

/** Return all differences of a company. */
export const allDifferences = async (reading: Reading, sap: SapPort): Promise<readonly StockDifference[]> =>
  (await comparedWith(reading, await sap.balances())).differences;

/** Return the SAP of the company, or refuse: without one, and to readers from whom its codes are hidden. */
export async function needSap(reading: Reading): Promise<SapPort> {
  const sap = await sapOf(reading);
  if (!sap) throw refuse.sapAdapterMissing();
  assertSeesCodes(reading);
  return sap;
}

const SHOWN = 1000;

/** Return the last equal nights of items, by warehouse and item. */
export async function equalDays(
  reading: Reading,
  rows: readonly Pick<StockDifference, 'whsCode' | 'itemCode'>[],
): Promise<ReadonlyMap<string, string>> {
  const found = await reading.sql.query<{ key: string; day: string }>(
    `select e.whs_code || ' ' || e.item_code as key, e.equal_day::text as day from assapequal e join unnest($2::text[], $3::text[]) as k(w, i) on e.whs_code = k.w and e.item_code = k.i where e.tenant_id = $1`,
    [reading.tenantId, rows.map((row) => row.whsCode), rows.map((row) => row.itemCode)],
  );
  return new Map(found.map((row) => [row.key, row.day]));
}

/** Return the differences to SAP, with the night on which both sides were equal last. */
export async function differences(
  { whsCode, itemCode }: CallInputOf<typeof differencesCall>,
  reading: Reading,
): Promise<CallAnswer<typeof differencesCall>> {
  const rows = (await allDifferences(reading, await needSap(reading)))
    .filter((row) => (!whsCode || row.whsCode === whsCode.toUpperCase()) && (!itemCode || row.itemCode === itemCode))
    .slice(0, SHOWN);
  const days = await equalDays(reading, rows);
  return rows.map((row) => ({
    ...{ whsCode: row.whsCode, itemCode: row.itemCode, itemName: row.itemName, isGroup: row.isGroup },
    ...{ ours: row.ours, sap: row.sap, inFlight: row.inFlight, delta: row.delta, guess: row.guess },
    evidence: days.get(`${row.whsCode} ${row.itemCode}`) ?? null,
  }));
}
