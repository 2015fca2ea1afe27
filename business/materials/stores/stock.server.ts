import { flag } from '#kernel/fields/flag/flag.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, type Context, implement, listedRows, raw, sql, type Reading } from '#kernel/server';
import { buttonOf } from '#kernel/language/paper.ts';
import { refuse } from '../refusals.ts';
import { virtualTypes } from './posting.rules.ts';
import { stockMove } from './stock-move.paper.ts';
import { type StockGroup, placeStock, stockLedger, stockSides, stockSums } from './stock.calls.ts';
import { stock } from './stock.paper.ts';
import { warehouse } from './warehouse.paper.ts';
import { material } from '../items/material.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

const quoted = (keys: readonly string[]): string => keys.map((key) => `'${key}'`).join(', ');
const real = `exists (select 1 from aswarehouse w where w.tenant_id = t.tenant_id and w.id = t.warehouse_id and w.warehouse_type not in (${quoted(virtualTypes)}))`;

/**
 * SQL of a balance's alert. Minimum and maximum apply to good items in main and area stores. These and
 * vans can be empty (`none`) or unused for long (`dead`). Goods on their way, old parts and scrap have no alert.
 */
const alert = `(select case
    when w.warehouse_type in (${quoted([...virtualTypes, 'transit', 'old', 'scrap'])}) then 'ok'
    when t.on_hand - t.reserved <= 0 then 'none'
    when w.warehouse_type in ('main', 'area') and t.material_status = 'good' and m.track_mode <> 'serial' and t.on_hand < m.min_stock then 'low'
    when w.warehouse_type in ('main', 'area') and t.material_status = 'good' and m.track_mode <> 'serial' and t.on_hand > m.max_stock then 'over'
    when t.last_move_time < $today - make_interval(days => $parameter(as.stock.deadDays)::int) then 'dead'
    else 'ok' end
  from aswarehouse w join asbasematerial m on m.tenant_id = w.tenant_id and m.id = t.material_id where w.tenant_id = t.tenant_id and w.id = t.warehouse_id)`;

/**
 * SQL of the quantity on its way to the balance's store. It is in the transit store of the same technician or
 * department.
 */
const inTransit = `coalesce((select sum(s.on_hand) from aswarehouse w
  join aswarehouse x on x.tenant_id = w.tenant_id and x.warehouse_type = 'transit' and x.is_deleted = 0 and x.technician_id is not distinct from w.technician_id and x.dept_id is not distinct from w.dept_id
  join asstock s on s.tenant_id = w.tenant_id and s.warehouse_id = x.id and s.material_id = t.material_id and s.material_status = t.material_status and s.serial_no = t.serial_no and s.is_deleted = 0
  where w.tenant_id = t.tenant_id and w.id = t.warehouse_id and w.warehouse_type in ('main', 'area', 'person')), 0)`;

interface Group {
  readonly key: string;
  readonly name: string;
  readonly join: string;
}

/** For each grouping the SQL of its key and name, and a join that they need. */
const groups: Readonly<Record<StockGroup['by'], Group>> = {
  material: { key: 't.material_id::text', name: 'max(t.item_name)', join: '' },
  warehouse: { key: 't.warehouse_id::text', name: 'max(w.warehouse_name)', join: '' },
  group: { key: 't.itms_grp_nam', name: 'max(t.itms_grp_nam)', join: '' },
  condition: { key: 't.material_status', name: 'null', join: '' },
  technician: {
    key: 'w.technician_id::text',
    name: 'max(p.real_name)',
    join: `left join ${technicianFacts} p on p.tenant_id = t.tenant_id and p.id = w.technician_id`,
  },
};

/** Sum the balances of a list by one grouping. */
async function groupBy({ by: asked, filters }: CallInputOf<typeof stockSums>, reading: Reading): Promise<StockGroup[]> {
  const by = stockSides.find((one) => one === asked);
  if (!by) throw refuse.groupUnknown();
  const { key, name, join } = groups[by];
  const visible = await reading.visible(stock, { query: filters }).sql();
  // The value is read only for readers of costs; for others the rows are not sorted by it either.
  const value = reading.may(buttonOf(stock, 'cost'))
    ? ', sum(round(t.on_hand * coalesce(t.avg_cost, 0), 2))::text as amount'
    : '';
  const rows = await listedRows<Omit<StockGroup, 'by'>>(
    reading.sql,
    sql`
    select ${raw(key)} as key, ${raw(name)} as name, sum(t.on_hand)::text as "onHand", sum(t.reserved)::text as reserved, sum(t.on_hand - t.reserved)::text as available${raw(value)}, count(*)::int as lines
    from asstock t join aswarehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id ${raw(join)}
    where ${visible} group by 1`,
    {
      order: `${value ? 'sum(t.on_hand * coalesce(t.avg_cost, 0))' : 'sum(t.on_hand)'} desc nulls last, 1`,
      limit: 1000,
    },
  );
  return rows.map((row) => ({ by, ...row }));
}

/** Set the places of balances that the caller sees. */
async function place(
  { rows }: CallInputOf<typeof placeStock>,
  context: Context,
): Promise<CallAnswer<typeof placeStock>> {
  const ids = rows.map((row) => row.id);
  await context.visible(stock).all(ids);
  await context.lockRows(stock, ids);
  await context.touch(
    stock,
    rows.map((row) => ({ id: row.id, binCode: row.binCode })),
  );
  return context.visible(stock, { match: { id: ids } }).words({ limit: ids.length });
}

export default behaviour<typeof stock>(stock, {
  computed: {
    available: 't.on_hand - t.reserved',
    inTransit,
    amount: 'round(t.on_hand * coalesce(t.avg_cost, 0), 2)',
    alertState: alert,
  },
  filters: {
    materialArea: {
      reads: warehouse.fields.materialArea,
      sql: "exists (select 1 from aswarehouse w where w.tenant_id = t.tenant_id and w.id = t.warehouse_id and w.material_area = any(string_to_array($, ',')))",
    },
    warehouseType: {
      reads: warehouse.fields.warehouseType,
      sql: "exists (select 1 from aswarehouse w where w.tenant_id = t.tenant_id and w.id = t.warehouse_id and w.warehouse_type = any(string_to_array($, ',')))",
    },
    technicianId: {
      reads: warehouse.fields.technicianId,
      sql: "exists (select 1 from aswarehouse w where w.tenant_id = t.tenant_id and w.id = t.warehouse_id and w.technician_id::text = any(string_to_array($, ',')))",
    },
    alertState: { reads: stock.fields.alertState, sql: `${alert} = any(string_to_array($, ','))` },
    returnOld: {
      reads: material.fields.returnOld,
      sql: 'exists (select 1 from asbasematerial m where m.tenant_id = t.tenant_id and m.id = t.material_id and m.return_old::text = $)',
    },
    hideZero: {
      reads: flag(['不含零库存', 'Without empty stocks']),
      sql: "($ <> 'true' or t.on_hand <> 0 or t.reserved <> 0)",
    },
    ours: { reads: flag(['仅本公司仓库', 'Own warehouses only']), sql: `(${real} or $ = 'false')` },
  },
  // Virtual stores are listed only if a filter names them.
  listDefaults: (query) =>
    query.warehouseId || query.warehouseType || query.id || query.ours ? query : { ...query, ours: '1' },
  calls: [
    implement(stockSums, { read: groupBy }),
    implement(placeStock, { write: place }),
    implement(stockLedger, {
      read: ({ current, size, filters }, reading) => reading.visible(stockMove).page({ ...filters, current, size }),
    }),
  ],
});
