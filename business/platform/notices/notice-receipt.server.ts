import { flag } from '#kernel/fields/flag/flag.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, type Context, implement, type Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { type RecentNotices, type ShownNotice, readNotices, recentNotices } from './notice-receipt.calls.ts';
import { noticeReceipt } from './notice-receipt.paper.ts';
import { noticePaper } from './notice.paper.ts';

const RECENT = 30;

type Named = CallInputOf<typeof readNotices>;

/** Return the ids that the call names, or `all`; refuse a call with neither. */
function namedIn({ ids: several }: Named): string[] | 'all' {
  if (several?.[0] === 'all') return 'all';
  const ids = (several ?? []).filter(isId);
  if (ids.length === 0) throw refuse.whichNotices();
  return ids;
}

/**
 * Mark unread notices of the caller as read; ids of other people's notices have no effect. Return the number of marked
 * ones.
 */
async function markRead(context: Context, input: Named): Promise<CallAnswer<typeof readNotices>> {
  const ids = namedIn(input);
  const rows = await context.sql.query(
    `update ${noticeReceipt.table} set read_time = $3, version = version + 1, update_time = $3, update_user = $2
    where tenant_id = $1 and receiver_id = $2 and is_deleted = 0 and read_time is null and ($4::bigint[] is null or id = any($4::bigint[])) returning id`,
    [context.tenantId, context.person.id, context.now(), ids === 'all' ? null : ids],
  );
  return { count: rows.length };
}

/** Return the caller's newest notices, and the number of unread ones. */
async function recent(reading: Reading): Promise<RecentNotices> {
  const mine = `from ${noticeReceipt.table} where tenant_id = $1 and receiver_id = $2 and is_deleted = 0`;
  const of = [reading.tenantId, reading.person.id];
  const [{ unread }] = await reading.sql.query<{ unread: number }>(
    `select count(*)::int as unread ${mine} and read_time is null`,
    of,
  );
  const notices = await reading.sql.query<ShownNotice>(
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
    implement(recentNotices, { read: (_asked, reading) => recent(reading) }),
    implement(readNotices, { write: (asked, context) => markRead(context, asked) }),
  ],
});
