import type pg from 'pg';

/** First id of the rows of this load. */
const ID = 7_100_000_000_000_000n;
const BASE_COLUMNS = 'id, tenant_id, create_time, update_time, status, is_deleted, version';
const base = (tenant: string, id: bigint): string => `${id}, '${tenant}', now(), now(), 1, 0, 1`;

/** Ids of the pushes of an earlier month at most. */
const OLD = 1_000_000n;

/** Tables that a run of pushes writes rows into. */
const WRITTEN = ['asschemepush', 'assmslog', 'anju_outbox'] as const;
/** Rows of one statement of the bare limit, as in one step of a run. */
const AT_ONCE = 100;

/** Leave one visit for each contract, and one enabled rule with a template that reaches all of them. */
export async function loadPushes(owner: pg.Client, tenant: string): Promise<void> {
  for (const statement of [
    `truncate ${WRITTEN.join(', ')}, plans_push_cursor, assmsoptout, clientdreamsend, aspushrule, assmstemplate`,
    'delete from asmaintain where occurrence_no > 1',
    'update asmaintain p set customer_name = c.customer_name from ascustomer c where c.id = p.customer_id',
    "update ascustomer set receive_marketing = true, customer_level = 'gold'",
    `insert into assmstemplate (${BASE_COLUMNS}, template_code, template_name, sms_scene, push_channel, sign_name, content, is_marketing, enabled)
     values (${base(tenant, ID)}, 'BP1', 'plan', 'plan', 'sms', 'Anju', '\${customerName}: \${planDate}', false, true),
       (${base(tenant, ID + 1n)}, 'BP2', 'care', 'care', 'sms', 'Anju', '\${content}', true, true)`,
    `insert into aspushrule (${BASE_COLUMNS}, rule_name, push_scene, offset_days, max_times, channels, template_ids, send_from, send_to, create_todo, stop_on_reply, priority)
     values (${base(tenant, ID)}, 'bench', 'planDue', 400, 1, '{sms}', '{${ID}}', '08:30', '20:00', false, true, 50)`,
    // The pushes of an earlier month: plans of statements on empty tables would be measured otherwise.
    `insert into asschemepush (${BASE_COLUMNS}, push_no, push_scene, customer_id, due_date, push_turn, push_status, push_time, push_key)
     select ${ID} + n, '${tenant}', now() - interval '30 days', now(), 1, 0, 1, 'B' || n, 'planDue', c.id, current_date - 30, 0, 'sent', now() - interval '30 days', 'old#' || n from (select id, row_number() over (order by id) as n from ascustomer) c`,
    `insert into assmslog (${BASE_COLUMNS}, customer_id, phone, content, sms_status, dedupe_key)
     select ${ID} + n, '${tenant}', now() - interval '30 days', now(), 1, 0, 1, c.id, c.phone, 'old', 'arrived', 'old#' || n from (select id, phone, row_number() over (order by id) as n from ascustomer) c`,
    ...['asmaintain', 'ascustomer', 'aspushrule', 'asschemepush', 'assmslog'].map((table) => `vacuum analyze ${table}`),
  ])
    await owner.query(statement);
}

/** Put a message of care to all customers on its way, in place of the rule. Return its id. */
export async function loadCare(owner: pg.Client, tenant: string, now: string): Promise<string> {
  await owner.query('update aspushrule set status = 0');
  await owner.query(
    `insert into clientdreamsend (${BASE_COLUMNS}, send_no, title, content, care_type, audience, push_channel, plan_send_time, send_status, template_id)
     values (${base(tenant, ID)}, 'BGH1', 'bench', '天气转凉，记得检查地暖。拒收请回复R', 'season', '{"customerLevel": "gold"}', 'sms', $1, 'waiting', ${ID + 1n})`,
    [now],
  );
  return String(ID);
}

/** Insert the rows that a run wrote once more by statements alone, into empty tables with the same indexes. */
export async function bareCopies(owner: pg.Client): Promise<void> {
  for (const table of WRITTEN) {
    const [{ columns }] = (
      await owner.query<{ columns: string }>(
        "select string_agg(column_name, ', ') as columns from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'",
        [table],
      )
    ).rows;
    const { rows } = await owner.query<{ id: string }>(
      `select id::text as id from ${table} where id not between ${ID} and ${ID + OLD} order by id`,
    );
    await owner.query('drop table if exists bare_pushes');
    await owner.query(`create table bare_pushes (like ${table} including all)`);
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await owner.query(
        `insert into bare_pushes (${columns}) overriding system value select ${columns} from ${table} where id between $1 and $2`,
        [rows[at].id, rows[Math.min(at + AT_ONCE, rows.length) - 1].id],
      );
    await owner.query('drop table bare_pushes');
  }
}

/** Let the customers with these positions opt out. Return how many of them had a message of care before. */
export async function optOut(
  owner: pg.Client,
  tenant: string,
  care: string,
  { every, at }: { readonly every: number; readonly at: number },
): Promise<number> {
  await owner.query(
    `insert into assmsoptout (${BASE_COLUMNS}, phone, opt_out_reason)
     select ${ID} + c.n, '${tenant}', now(), now(), 1, 0, 1, c.phone, 'R' from (select phone, row_number() over (order by id) as n from ascustomer) c where c.n % ${every} = ${at}`,
  );
  return messagesOfOptedOut(owner, care);
}

/** Count the messages of a care to customers who opted out. */
export const messagesOfOptedOut = async (owner: pg.Client, care: string): Promise<number> =>
  (
    await owner.query<{ count: number }>(
      "select count(*)::int as count from assmslog l where l.biz_id = $1 and l.sms_status <> 'blocked' and exists (select from assmsoptout o where o.phone = l.phone)",
      [care],
    )
  ).rows[0].count;

/** Count the pushes of a care by their state. */
export const pushesOfCare = async (owner: pg.Client, care: string): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (
      await owner.query<{ state: string; count: number }>(
        'select push_status as state, count(*)::int as count from asschemepush where care_id = $1 group by push_status',
        [care],
      )
    ).rows.map(({ state, count }) => [state, count]),
  );
