import pg from 'pg';

export const PAID_PEOPLE = 400;
const LINES_EACH = 90;
/** A month in the future, in which the demo company has no work. */
export const PAID_MONTH = '2031-05';

/** Insert 36,000 approved wage lines of four hundred technicians for one month, whose period can then be calculated. */
export async function loadWages(ownerUrl: string, say: (text: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    if ((await client.query('select 1 from aswageperiod where wage_period = $1', [PAID_MONTH])).rowCount) return;
    say(`loading ${PAID_PEOPLE} technicians × ${LINES_EACH} wage lines …`);
    const base = "'000000', 1, 1, timestamptz '2031-05-31 08:00+08', 1, timestamptz '2031-05-31 08:00+08'";
    const columns = 'tenant_id, create_user, create_dept, create_time, update_user, update_time';
    await client.query(
      `insert into aswageperiod (id, ${columns}, wage_period, start_date, end_date, period_status) values (next_id(1672531200000), ${base}, '${PAID_MONTH}', '2031-05-01', '2031-05-31', 'open')`,
    );
    await client.query(`insert into astechnician (id, ${columns}, technician_no, user_id, real_name, phone, dept_id, customer_service_team, technician_level, employ_type, technician_status, work_days, work_start, work_end, daily_capacity_minutes, piece_ratio, base_salary, hire_date)
      select next_id(1672531200000), ${base}, 'SFL' || g, g, '压测' || g, '139' || lpad(g::text, 8, '0'), 1, 'east', 't3', 'own', 'on', '1,2,3,4,5,6', '08:30', '17:30', 480, 1, 3000 + g, '2031-01-01' from generate_series(1, ${PAID_PEOPLE}) g`);
    await client.query(`insert into aswageline (id, ${columns}, wage_period, technician_id, wage_line_type, source_type, source_no, line_key, qty, unit_price, amount, biz_date, line_status)
      select next_id(1672531200000), ${base}, '${PAID_MONTH}', t.id, case when g % 9 = 0 then 'mileage' else 'piece' end, 'piece', 'JJL' || t.id || g, 'piece#L' || t.id || '#' || g, 1, 30 + g % 70, 30 + g % 70, '2031-05-15', 'open'
      from astechnician t, generate_series(1, ${LINES_EACH}) g where t.technician_no like 'SFL%'`);
    await client.query('vacuum analyze aswageline');
  } finally {
    await client.end();
  }
}
