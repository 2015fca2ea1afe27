import { addDays } from '#kernel/language/days.ts';
import type { Reading } from '#kernel/server';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { sendsUsed } from '../consumption.server.ts';
import type { StockDifference } from './differences.rules.ts';
import { equalDays } from './differences.server.ts';
import { movesByCode, personWhs } from '../sap-codes.server.ts';
import type { Behind, FlowBehind, MovesBehind } from './why.rules.ts';

type Pair = Pick<StockDifference, 'whsCode' | 'itemCode'>;
type Of<T> = T & Pair;

const MAX_FLOWS = 5000;
/** Days that are read of a warehouse and item that were never equal. */
const LOOK_BACK_DAYS = 92;

const keyOf = ({ whsCode, itemCode }: Pair): string => `${whsCode} ${itemCode}`;
const codes = (rows: readonly Pair[]): [string[], string[]] => [
  rows.map((row) => row.whsCode),
  rows.map((row) => row.itemCode),
];

/** Return the rows for SAP that are not posted, of these warehouses and items. */
const flowsOf = (reading: Reading, rows: readonly Pair[]): Promise<Of<FlowBehind>[]> =>
  reading.sql.query<Of<FlowBehind>>(
    `select k.code as "whsCode", f.item_code as "itemCode", f.id::text as id, f.bill_id::text as "billId", coalesce(f.bill_no, f.flow_no, '') as "billNo", f.bill_type as "billType", coalesce(p.real_name, '') as who,
      (case when f.direction = 'in' then -k.qty else k.qty end)::text as qty, f.sap_status as state, f.send_time is not null as "isSent", coalesce(f.retry_count, 0) > 0 as "isRetried"
    from assapwarehouseflow f cross join lateral (values (f.from_whs_code, -f.qty), (f.to_whs_code, f.qty)) as k(code, qty)
    join unnest($2::text[], $3::text[]) as d(w, i) on d.w = k.code and d.i = f.item_code
    left join asmaterialshipments s on s.tenant_id = f.tenant_id and s.id = f.bill_id and f.bill_type = 'shipment' left join asreturnedmaterials r on r.tenant_id = f.tenant_id and r.id = f.bill_id and f.bill_type = 'returnBack'
    left join ${technicianFacts} p on p.tenant_id = f.tenant_id and p.id = coalesce(s.technician_id, r.technician_id)
    where f.tenant_id = $1 and f.is_deleted = 0 and f.sap_status in ('none', 'queued', 'failed') order by f.id limit ${MAX_FLOWS}`,
    [reading.tenantId, ...codes(rows)],
  );

/** Return our movements since the last equal nights, without those that SAP sent. */
const movesOf = async (
  reading: Reading,
  rows: readonly Pair[],
  days: ReadonlyMap<string, string>,
): Promise<Of<MovesBehind>[]> =>
  reading.sql.query<Of<MovesBehind>>(
    `select d.w as "whsCode", d.i as "itemCode", coalesce(sum(k.qty) filter (where l.bill_type = 'adjust'), 0)::text as "countQty", (max(l.bill_id) filter (where l.bill_type = 'adjust'))::text as "countId",
      max(l.bill_no) filter (where l.bill_type = 'adjust') as "countNo", (max(l.post_date) filter (where l.bill_type = 'adjust'))::text as "countDay", coalesce(sum(k.qty) filter (where l.bill_type = 'consume'), 0)::text as "usedQty", count(*)::int as moves,
      count(*) filter (where not (l.bill_type = 'consume' and $7::boolean) and not exists (select 1 from assapwarehouseflow f where f.tenant_id = l.tenant_id and f.bill_type = l.bill_type and f.bill_id = l.bill_id and f.bill_line_id = l.bill_line_id and f.is_deleted = 0))::int as unsent
    from unnest($2::text[], $3::text[], $4::date[]) as d(w, i, equal_day) join ${materialFacts} i on i.tenant_id = $1 and i.item_code = d.i and i.is_deleted = 0
    join ${stockMoveFacts} l on l.tenant_id = $1 and l.material_id = i.id and l.post_date > coalesce(d.equal_day, $6::date) and l.is_deleted = 0
    join ${warehouseFacts} o on o.tenant_id = l.tenant_id and o.id = l.from_warehouse_id join ${warehouseFacts} n on n.tenant_id = l.tenant_id and n.id = l.to_warehouse_id
    cross join lateral ${movesByCode('$5::text')} as k(code, qty, other)
    where k.code = d.w and k.code is distinct from k.other and not exists (select 1 from assapwarehouseflow f where f.tenant_id = l.tenant_id and f.id = l.bill_id and f.direction = 'in') group by d.w, d.i`,
    [
      reading.tenantId,
      ...codes(rows),
      rows.map((row) => days.get(keyOf(row)) ?? null),
      await personWhs(reading),
      addDays(reading.today(), -LOOK_BACK_DAYS),
      await sendsUsed(reading),
    ],
  );

/** Return the facts that explain each of these differences, in their order. */
export async function factsBehind(reading: Reading, rows: readonly Pair[]): Promise<Behind[]> {
  const days = await equalDays(reading, rows);
  const flows = Map.groupBy(await flowsOf(reading, rows), keyOf);
  const moves = new Map((await movesOf(reading, rows, days)).map((one) => [keyOf(one), one]));
  return rows.map((row) => ({
    flows: flows.get(keyOf(row)) ?? [],
    moves: moves.get(keyOf(row)) ?? null,
    equalDay: days.get(keyOf(row)) ?? null,
    today: reading.today(),
  }));
}
