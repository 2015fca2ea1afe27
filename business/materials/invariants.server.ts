import { type Invariant, brokenRows } from '#kernel/language/rooms/invariant.ts';
import { virtualTypes } from './stores/posting.rules.ts';

const virtual = virtualTypes.map((type) => `'${type}'`).join(', ');

/** SQL with two rows for each movement: plus at its target, minus at its source. */
const sides = `select l.tenant_id, x.w, l.material_id as m, x.s, coalesce(l.serial_no, '') as n, l.id, l.post_date, x.qty
  from asstockledger l cross join lateral (values (l.to_warehouse_id, coalesce(l.to_material_status, l.material_status), l.qty), (l.from_warehouse_id, l.material_status, -l.qty)) as x(w, s, qty) where l.tenant_id = $1 and l.is_deleted = 0`;

/** An invariant as SQL that returns the rows which break it. Tests and the data quality board use the same SQL. */
type Rule = Pick<Invariant, 'code' | 'title' | 'sql'>;

export const stockInvariants: readonly Rule[] = [
  {
    code: 'S1',
    title: ['结存 = 流水收入 − 流水发出', 'A balance is what came less what went'],
    sql: `
    select coalesce(t.id, 0)::text as id, coalesce(t.item_code, a.m::text) as no, format('on hand %s, ledger %s', t.on_hand, a.qty) as detail
    from (select w, m, s, n, sum(qty) as qty from (${sides}) e group by w, m, s, n) a
    full join (select * from asstock where tenant_id = $1 and is_deleted = 0) t on t.warehouse_id = a.w and t.material_id = a.m and t.material_status = a.s and t.serial_no = a.n
    where coalesce(t.on_hand, 0) <> coalesce(a.qty, 0)`,
  },
  {
    code: 'S2',
    title: [
      '实体仓库任何时点不为负，0 ≤ 占用 ≤ 现存',
      'No real warehouse was ever below zero; what is reserved is there',
    ],
    sql: `
    select e.id::text as id, e.m::text as no, format('store %s stood at %s on %s', e.w, e.running, e.post_date) as detail
    from (select w, m, s, n, id, post_date, sum(qty) over (partition by w, m, s, n order by post_date, id) as running from (${sides}) x) e
    join aswarehouse w on w.id = e.w and w.warehouse_type not in (${virtual}) and (w.allow_negative is not true or e.n <> '') where e.running < 0
    union all
    select t.id::text, t.item_code, format('reserved %s of %s', t.reserved, t.on_hand) from asstock t join aswarehouse w on w.id = t.warehouse_id and w.warehouse_type not in (${virtual}) and w.allow_negative is not true
    where t.tenant_id = $1 and t.is_deleted = 0 and (t.reserved < 0 or t.reserved > t.on_hand)`,
  },
  {
    code: 'S3',
    title: ['占用 = 未释放的占用明细之和', 'What is reserved is the sum of what is kept for lines'],
    sql: `
    select t.id::text as id, t.item_code as no, format('reserved %s, kept %s', t.reserved, coalesce(r.qty, 0)) as detail
    from asstock t left join (select warehouse_id, material_id, material_status, sum(qty - coalesce(released_qty, 0)) as qty from asstockreserve where tenant_id = $1 and is_deleted = 0 and reserve_status = 'open' group by 1, 2, 3) r
      on r.warehouse_id = t.warehouse_id and r.material_id = t.material_id and r.material_status = t.material_status and t.serial_no = ''
    where t.tenant_id = $1 and t.is_deleted = 0 and t.reserved <> coalesce(r.qty, 0)`,
  },
  {
    code: 'S4',
    title: ['每种物料所有仓库（含虚拟）结存之和为 0', 'Nothing of a material is made or lost, only moved'],
    sql: `
    select t.material_id::text as id, max(t.item_code) as no, format('all places together %s', sum(t.on_hand)) as detail
    from asstock t where t.tenant_id = $1 and t.is_deleted = 0 group by t.material_id having sum(t.on_hand) <> 0`,
  },
  {
    code: 'S5',
    title: ['一个序列号只在一处，数量 1', 'A serial number is in one place, once'],
    sql: `
    select max(t.material_id)::text as id, t.serial_no as no, format('in %s places, %s pieces', count(*), sum(t.on_hand)) as detail
    from asstock t where t.tenant_id = $1 and t.is_deleted = 0 and t.serial_no <> '' and t.on_hand > 0 group by t.material_id, t.serial_no having count(*) > 1 or sum(t.on_hand) <> 1`,
  },
  {
    code: 'S6',
    title: ['每个过账步骤至多一条流水', 'A step stands in the ledger once'],
    sql: `
    select max(l.id)::text as id, l.step_key as no, format('%s times', count(*)) as detail
    from asstockledger l where l.tenant_id = $1 and l.is_deleted = 0 group by l.step_key having count(*) > 1`,
  },
];

/** The invariants in the form of the data quality board. */
export const invariants: readonly Invariant[] = stockInvariants.map((one) =>
  brokenRows(['S5', 'S6'].includes(one.code) ? 'stockMove' : 'stock', one),
);
