import type { Row } from '#kernel/language/paper.ts';
import { type App, behaviour, type Context, type WorkSteps } from '#kernel/server';
import { noticeReceipt } from './notice-receipt.paper.ts';
import { noticePaper } from './notice.paper.ts';
import { deptFacts } from '#business/system/people/dept/dept-facts.relation.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** Event of a released notice, by which the browsers of its receivers are notified. */
const NOTICE_RELEASED = 'notice.released';
const AT_ONCE = 50;

/**
 * SQL: enabled accounts that a notice addresses by name, role, or department (including those below). Without a choice,
 * all of the company.
 */
const RECEIVERS = `with recursive below as (
    select d.id from ${deptFacts} d where d.tenant_id = $1 and d.is_deleted = 0 and d.id = any($3::bigint[])
    union select c.id from ${deptFacts} c join below b on c.parent_id = b.id where c.tenant_id = $1 and c.is_deleted = 0)
  select u.id from ${userFacts} u where u.tenant_id = $1 and u.is_deleted = 0 and u.status = 1
    and ((cardinality($3::bigint[]) = 0 and cardinality($4::bigint[]) = 0 and cardinality($5::bigint[]) = 0) or u.id = any($5::bigint[]) or u.role_id && $4::bigint[] or u.dept_id && array(select id from below))`;

const listOf = (ids: readonly string[] | null | undefined): readonly string[] => ids ?? [];

/** Adjust the receipts of a released notice: new receivers get one, former ones lose it, and read marks remain. */
async function deliver(context: Context, row: Row<typeof noticePaper>): Promise<void> {
  const who = [
    context.tenantId,
    row.id,
    listOf(row.receiverDepts),
    listOf(row.receiverRoles),
    listOf(row.receiverUsers),
  ];
  await context.sql.query(
    `update ${noticeReceipt.table} r set is_deleted = 1, update_time = $6 where r.tenant_id = $1 and r.notice_id = $2 and r.is_deleted = 0 and r.receiver_id not in (${RECEIVERS})`,
    [...who, context.now()],
  );
  await context.sql.query(
    `update ${noticeReceipt.table} set title = $3, category = $4, release_time = $5, update_time = $6, version = version + 1 where tenant_id = $1 and notice_id = $2 and is_deleted = 0
    and (title, category, release_time) is distinct from ($3, $4, $5::timestamptz)`,
    [context.tenantId, row.id, row.title, row.category, row.releaseTime, context.now()],
  );
  await context.sql.query(
    `insert into ${noticeReceipt.table} (id, tenant_id, create_user, create_time, update_user, update_time, notice_id, receiver_id, title, category, release_time)
    select next_id((extract(epoch from $6::timestamptz) * 1000)::bigint), $1, $7::bigint, $6, $7::bigint, $6, $2, n.id, $8, $9, $10 from (${RECEIVERS}) n on conflict do nothing`,
    [...who, context.now(), context.person.id, row.title, row.category, row.releaseTime],
  );
  await context.emit(NOTICE_RELEASED, { id: row.id });
}

/**
 * If the release time of the notice has come, mark it as released and deliver it. A job that runs every minute releases
 * later ones.
 */
async function releaseWhenDue(context: Context, row: Row<typeof noticePaper>): Promise<void> {
  if (row.releaseTime > context.now()) return;
  if (!row.isReleased)
    await context.sql.query(`update ${noticePaper.table} set is_released = true where tenant_id = $1 and id = $2`, [
      context.tenantId,
      row.id,
    ]);
  await deliver(context, row);
}

/** Release the company's due notices, up to `AT_ONCE` at a time. */
async function releaseDue({ step }: WorkSteps): Promise<void> {
  await step(async (context) => {
    const due = await context.sql.query<{ id: string }>(
      `select id::text as id from ${noticePaper.table} where tenant_id = $1 and is_deleted = 0 and is_released is not true and release_time <= $2 order by release_time limit ${AT_ONCE} for no key update skip locked`,
      [context.tenantId, context.now()],
    );
    for (const { id } of due) await releaseWhenDue(context, await context.get(noticePaper, id));
  });
}

/** Inform the open browsers of the receivers when a notice is released. */
export function listenForNotices(app: App): void {
  app.outbox.subscribe(NOTICE_RELEASED, async (context, { data }) => {
    const receivers = await context.sql.query<{ id: string }>(
      `select receiver_id::text as id from ${noticeReceipt.table} where tenant_id = $1 and notice_id = $2`,
      [context.tenantId, String(data.id)],
    );
    for (const { id } of receivers) app.notifyPerson(context.tenantId, id, { type: 'message' });
  });
}

const count = (also: string): string =>
  `select count(*)::int from ${noticeReceipt.table} r where r.tenant_id = t.tenant_id and r.notice_id = t.id and r.is_deleted = 0${also}`;

export default behaviour<typeof noticePaper>(noticePaper, {
  async saving(_context, { before }) {
    return before ? undefined : { isReleased: false };
  },
  async saved(context, { row }) {
    await releaseWhenDue(context, row);
  },
  releases: ['noticeReceipt.noticeId'],
  async leaving(context, rows) {
    await context.sql.query(
      `update ${noticeReceipt.table} set is_deleted = 2 where tenant_id = $1 and notice_id = any($2::bigint[]) and is_deleted = 0`,
      [context.tenantId, rows.map((row) => row.id)],
    );
    for (const { id } of rows) await context.emit(NOTICE_RELEASED, { id });
  },
  async restoring(context, row) {
    await context.sql.query(
      `update ${noticeReceipt.table} set is_deleted = 0 where tenant_id = $1 and notice_id = $2 and is_deleted = 2`,
      [context.tenantId, row.id],
    );
  },
  computed: { receiverCount: count(''), readCount: count(' and r.read_time is not null') },
  timed: { release: { cron: '* * * * *', work: releaseDue } },
});
