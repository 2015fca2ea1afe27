import type pg from 'pg';
import { virtualTypes } from '#business/materials/stores/posting.rules.ts';
import { FIRST_ID, LAST_ID } from './chain.rules.ts';

const BASE = "'000000', 1, 1, now(), 1, now()";
const COLUMNS = 'tenant_id, create_user, create_dept, create_time, update_user, update_time';

/** SQL of the stock by warehouse, material and state, summed over the incoming and outgoing side of each ledger row. */
const SIDES = `select x.w, l.material_id as m, x.s, coalesce(l.serial_no, '') as n, sum(x.qty) as qty, max(l.move_time) as last
  from asstockledger l cross join lateral (values (l.to_warehouse_id, coalesce(l.to_material_status, l.material_status), l.qty), (l.from_warehouse_id, l.material_status, -l.qty)) as x(w, s, qty) where l.tenant_id = '000000' and l.is_deleted = 0 group by 1, 2, 3, 4`;

/**
 * Make the loaded rows consistent: add purchases for the parts that were used, and recompute stock balances and payslip
 * totals.
 */
export async function settleTables(client: pg.Client): Promise<void> {
  await client.query(`insert into asstockledger (id, ${COLUMNS}, move_no, bill_type, bill_id, bill_no, step_key, material_id, material_status, serial_no, from_warehouse_id, to_warehouse_id, qty, unit_cost, from_balance, to_balance, post_date, move_time, operator_id)
    select next_id(1672531200000), ${BASE}, 'KCL' || row_number() over (), 'purchase', 1, 'LOAD', 'load:' || u.w || ':' || u.m || ':' || u.s, u.m, u.s, '', (select id from aswarehouse where tenant_id = '000000' and warehouse_type = 'supplier' and is_deleted = 0 limit 1), u.w, u.qty, 5, 0, u.qty, date '2020-01-01', timestamptz '2020-01-01 08:00+08', 1
    from (select l.from_warehouse_id as w, l.material_id as m, l.material_status as s, sum(l.qty) as qty from asstockledger l join aswarehouse w on w.id = l.from_warehouse_id and w.warehouse_type not in (${virtualTypes.map((type) => `'${type}'`).join(', ')}) where l.tenant_id = '000000' and l.id between ${FIRST_ID} and ${LAST_ID} group by 1, 2, 3) u`);
  await client.query(
    `update asstock t set on_hand = a.qty, last_move_time = a.last, version = t.version + 1 from (${SIDES}) a where t.tenant_id = '000000' and t.is_deleted = 0 and t.warehouse_id = a.w and t.material_id = a.m and t.material_status = a.s and t.serial_no = a.n and t.on_hand <> a.qty`,
  );
  await client.query(`insert into asstock (id, ${COLUMNS}, warehouse_id, material_id, item_code, item_name, itms_grp_nam, material_status, serial_no, on_hand, reserved, avg_cost, last_move_time)
    select next_id(1672531200000), ${BASE}, a.w, a.m, i.item_code, i.item_name, i.itms_grp_nam, a.s, a.n, a.qty, 0, 5, a.last from (${SIDES}) a join asbasematerial i on i.id = a.m
    where not exists (select 1 from asstock t where t.tenant_id = '000000' and t.is_deleted = 0 and t.warehouse_id = a.w and t.material_id = a.m and t.material_status = a.s and t.serial_no = a.n)`);
  await client.query(`update aswagesheet s set total_amount = coalesce(l.total, 0), piece_amount = coalesce(l.piece, 0), penalty_amount = coalesce(l.penalty, 0), allowance_amount = coalesce(l.total, 0) - coalesce(l.piece, 0) - coalesce(l.penalty, 0),
      base_amount = 0, marketing_amount = 0, bonus_amount = 0, carry_amount = 0, min_wage_top_up = 0
    from aswagesheet o left join (select wage_sheet_id as id, sum(amount) as total, sum(amount) filter (where wage_line_type = 'piece') as piece, sum(amount) filter (where wage_line_type = 'penalty') as penalty from aswageline where tenant_id = '000000' and is_deleted = 0 and line_status in ('locked', 'paid') group by 1) l on l.id = o.id
    where s.id = o.id and s.tenant_id = '000000' and s.id between ${FIRST_ID} and ${LAST_ID}`);
}
