import { addMinutes } from '#kernel/language/days.ts';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Context, Reading, Table } from '#kernel/server';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import type { Flow } from './document-state.server.ts';
import { movesByCode, personWhs } from './sap-codes.server.ts';
import { sapFlow } from './sap-flow.paper.ts';

/** Up to which moment used parts are sent to SAP, one row a company. Movements of a later moment wait for the night. */
export const usedTable: Table = {
  name: 'assapused',
  tenants: true,
  primaryKey: ['tenant_id'],
  indexes: [],
  comment: 'moment up to which used parts are sent to SAP',
  columns: [
    { name: 'tenant_id', type: 'text', notNull: true },
    { name: 'used_until', type: 'timestamptz', notNull: true },
  ],
};

/** Minutes that a transaction may be open: movements of the last minutes wait for the next night. */
const OPEN_MINUTES = 10;

/** Does the company send used parts to SAP? */
export const sendsUsed = async (reading: Pick<Reading, 'parameter'>): Promise<boolean> =>
  (await reading.parameter('as.sap.consumption')).trim() === 'true';

interface Used {
  readonly whsCode: string;
  readonly itemCode: string;
  readonly itemName: string;
  /** Signed by its effect on the warehouse: below 0 where parts were used. */ readonly qty: string;
}

/** Return parts used after the sent ones and up to a moment, net of corrections, by warehouse and item. */
export const usedForSap = async (reading: Reading, until: string): Promise<Used[]> =>
  reading.sql.query<Used>(
    `select k.code as "whsCode", i.item_code as "itemCode", max(i.item_name) as "itemName", sum(k.qty)::text as qty from assapused u
    join ${stockMoveFacts} l on l.tenant_id = u.tenant_id and l.move_time > u.used_until and l.move_time <= $3::timestamptz and l.bill_type = 'consume' and l.is_deleted = 0
    join ${warehouseFacts} o on o.tenant_id = l.tenant_id and o.id = l.from_warehouse_id join ${warehouseFacts} n on n.tenant_id = l.tenant_id and n.id = l.to_warehouse_id
    cross join lateral ${movesByCode('$2::text')} as k(code, qty, other) join ${materialFacts} i on i.tenant_id = l.tenant_id and i.id = l.material_id
    where u.tenant_id = $1 and k.code is not null and k.code is distinct from k.other group by k.code, i.item_code having sum(k.qty) <> 0 order by k.code, i.item_code`,
    [reading.tenantId, await personWhs(reading), until],
  );

/** Note that used parts are sent up to a moment. */
async function noteUntil({ sql, tenantId }: Context, until: string): Promise<void> {
  await sql.query(
    `insert into assapused (tenant_id, used_until) values ($1, $2::timestamptz) on conflict (tenant_id) do update set used_until = greatest(assapused.used_until, excluded.used_until)`,
    [tenantId, until],
  );
}

/** Begin to send used parts: those that were used before are left to SAP. Later calls change nothing. */
export async function beginUsed({ sql, tenantId }: Context, from: string): Promise<void> {
  await sql.query(
    'insert into assapused (tenant_id, used_until) values ($1, $2::timestamptz) on conflict (tenant_id) do nothing',
    [tenantId, from],
  );
}

function flowOf(context: Context, until: string, used: Used): Partial<Flow> {
  const steps = stepsOf(used.qty, QTY);
  const isOut = steps < 0n;
  const of = {
    sapObject: isOut ? ('OIGE' as const) : ('OIGN' as const),
    itemCode: used.itemCode,
    fromWhsCode: isOut ? used.whsCode : null,
    toWhsCode: isOut ? null : used.whsCode,
    qty: decimalOf(isOut ? -steps : steps, QTY),
    postDate: until.slice(0, 10),
  };
  const idempotencyKey = `consume:${until}:${used.whsCode}:${used.itemCode}`;
  return {
    ...of,
    ...{ idempotencyKey, itemName: used.itemName, laneCode: used.whsCode, billNo: until.slice(0, 10) },
    ...{ direction: 'out', billType: 'consume', sapStatus: 'queued', retryCount: 0, nextRetryTime: context.now() },
    requestBody: { key: idempotencyKey, ...of },
  };
}

/**
 * Queue what was used since the last time: one row a warehouse and item. A movement is sent once, since the moments of
 * two nights do not overlap.
 */
export async function queueUsed(context: Context): Promise<void> {
  if (!(await sendsUsed(context))) return;
  await context.lock('sap used');
  await beginUsed(context, context.now());
  const until = addMinutes(context.now(), -OPEN_MINUTES);
  const used = await usedForSap(context, until);
  await noteUntil(context, until);
  if (!used.length) return;
  await context.createAll(
    sapFlow,
    used.map((one) => flowOf(context, until, one)),
  );
  context.comesDue(sapFlow.table);
}
