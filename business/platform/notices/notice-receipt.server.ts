import { flag } from '#kernel/fields/flag/flag.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { behaviour, type CallInput, type Context, type Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { noticeReceipt } from './notice-receipt.paper.ts';
import { noticePaper } from './notice.paper.ts';

const MOST = 1000;
const RECENT = 30;

/** The own receipts that a call names, or `all`. */
function namedIn({ query, body }: CallInput): string[] | 'all' {
  const given = body.ids ?? query.ids ?? '';
  if (given === 'all') return 'all';
  const ids = (Array.isArray(given) ? given : String(given).split(',')).map((one) => String(one).trim()).filter(isId);
  if (ids.length === 0 || ids.length > MOST) throw refuse.whichNotices();
  return ids;
}

/** Own ones only: those of others are missing rows. Once read stays read. */
async function markRead(context: Context, asking: CallInput): Promise<{ count: number }> {
  const ids = namedIn(asking);
  const rows = await context.sql.query(
    `update ${noticeReceipt.table} set read_time = $3, version = version + 1, update_time = $3, update_user = $2
    where tenant_id = $1 and receiver_id = $2 and is_deleted = 0 and read_time is null and ($4::bigint[] is null or id = any($4::bigint[])) returning id`,
    [context.tenantId, context.person.id, context.now(), ids === 'all' ? null : ids],
  );
  return { count: rows.length };
}

/** What the bell shows: the newest notices, and how many are unread. */
async function recent(reading: Reading): Promise<unknown> {
  const mine = `from ${noticeReceipt.table} where tenant_id = $1 and receiver_id = $2 and is_deleted = 0`;
  const of = [reading.tenantId, reading.person.id];
  const [{ unread }] = await reading.sql.query<{ unread: number }>(
    `select count(*)::int as unread ${mine} and read_time is null`,
    of,
  );
  const notices = await reading.sql.query(
    `select id::text as id, title, category, left(release_time::text, 19) as "releaseTime", left(read_time::text, 19) as "readTime" ${mine} order by release_time desc, id desc limit ${RECENT}`,
    of,
  );
  return { unread, notices };
}

export default behaviour<typeof noticeReceipt>(noticeReceipt, {
  computed: {
    content: `select n.content from ${noticePaper.table} n where n.tenant_id = t.tenant_id and n.id = t.notice_id and n.is_deleted = 0`,
  },
  filters: { unread: { reads: flag(['未读', 'Unread']), sql: "(t.read_time is null) = ($ = 'true')" } },
  calls: [
    {
      method: 'GET',
      path: 'recent',
      needs: 'view',
      summary: ['最新通知', 'The newest notices'],
      read: (_asking, reading) => recent(reading),
    },
    {
      method: 'POST',
      path: 'read',
      needs: 'view',
      query: ['ids'],
      summary: ['标为已读', 'Mark as read'],
      write: (asking, context) => markRead(context, asking),
    },
  ],
});
