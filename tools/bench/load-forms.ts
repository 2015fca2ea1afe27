import pg from 'pg';
import { repairForm } from '#business/maintenance/repair/repair-form/repair-form.paper.ts';
import { tableOf } from '#kernel/server/schema/paper-table.ts';

export const FORMS = 1_000_000;

/**
 * A million repair forms beside those of the demo company, in one statement: what a large company has after some years. Indexes are
 * made afterwards, as after a COPY. Half of them belong to the department of customer service, so that a data scope has work to do.
 */
export async function loadForms(ownerUrl: string, say: (text: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const [{ n }] = (await client.query(`select count(*)::int as n from ${repairForm.table}`)).rows as { n: number }[];
    if (n >= FORMS) return;
    say(`loading ${FORMS.toLocaleString('en')} repair forms …`);
    const indexes = tableOf(repairForm).indexes;
    for (const index of indexes) await client.query(`drop index if exists "${index.name}"`);
    await client.query(`
      with c as (select array_agg(id order by id) as id, array_agg(customer_name order by id) as name, array_agg(address_detail order by id) as address, array_agg(phone order by id) as phone, count(*)::int as n from ascustomer where tenant_id = '000000'),
           d as (select (select id from blade_dept where tenant_id = '000000' and dept_name = '客服中心') as cs, (select id from blade_dept where tenant_id = '000000' and dept_name = '浦东服务部') as other)
      insert into ${repairForm.table} (id, tenant_id, create_user, create_dept, create_time, update_user, update_time, repair_no, source, repair_type, receipts_type, urgency, customer_id, customer_name, phone, address,
        customer_service_team, fault_category, description, expect_date, expect_slot, weibao, repair_status, urge_count)
      select next_id((extract(epoch from t.at) * 1000)::bigint), '000000', 1, case when g % 2 = 0 then d.cs else d.other end, t.at, 1, t.at, 'BX' || to_char(t.at, 'YYYYMMDD') || 'L' || g, (array['phone','wechat','iot','plan'])[1 + g % 4],
        (array['hvac','floorHeat','boiler','waterPure','freshAir','heatPump','smartHome'])[1 + g % 7], 'repair', (array['normal','normal','normal','high','critical'])[1 + g % 5], c.id[1 + g % c.n], c.name[1 + g % c.n], c.phone[1 + g % c.n], c.address[1 + g % c.n],
        (array['east','west','north','south'])[1 + g % 4], (array['noHeat','noCool','leak','noise','code'])[1 + g % 5], (array['主机不启动','回水温度低','室内机漏水','滤网报警','压力掉得快'])[1 + g % 5] || '，第' || g || '次', (t.at + interval '1 day')::date, 'any',
        (array['warranty','paid','goodwill'])[1 + g % 3], (array['submitted','accepted','cancelled','rejected','merged'])[1 + (g * 7) % 5], 0
      from generate_series(1, ${FORMS}) g, c, d, lateral (select timestamptz '2023-01-01 08:00+08' + g * interval '2 minutes' as at) t`);
    for (const index of indexes) await client.query(`create ${index.unique ? 'unique ' : ''}index if not exists "${index.name}" on ${repairForm.table} using ${index.using ?? 'btree'} (${index.on}) where ${index.where}`);
    await client.query(`vacuum analyze ${repairForm.table}`);
  } finally {
    await client.end();
  }
}
