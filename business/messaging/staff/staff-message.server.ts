import { anyNumber } from '#kernel/language/calls/shape.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, type Context, implement, type Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { MESSAGES_CHANGED } from '../notify-staff.server.ts';
import {
  type RecentMessages,
  type ShownMessage,
  finishTodos,
  readMessages,
  recentMessages,
} from './staff-message.calls.ts';
import { staffMessage } from './staff-message.paper.ts';

/** Return the ids that the call names, or `all`; refuse a call with neither. */
function namedIn({ ids: several, id }: CallInputOf<typeof readMessages>): string[] | 'all' {
  if (several?.[0] === 'all') return 'all';
  const ids = (several ?? (id ? [id] : [])).filter(isId);
  if (ids.length === 0) throw refuse.messagesMissing();
  return ids;
}

/**
 * Mark messages of the caller as read or done; ids of other people's messages have no effect. Return how many changed.
 */
async function mark(
  context: Context,
  input: CallInputOf<typeof readMessages>,
  set: string,
  still: string,
): Promise<CallAnswer<typeof readMessages>> {
  const ids = namedIn(input);
  const rows = await context.sql.query(
    `update ${staffMessage.table} set ${set}, version = version + 1, update_time = $3, update_user = $2
    where tenant_id = $1 and receiver_id = $2 and is_deleted = 0 and ${still} and ($4::bigint[] is null or id = any($4::bigint[])) returning id`,
    [context.tenantId, context.person.id, context.now(), ids === 'all' ? null : ids],
  );
  // Refresh other windows of the same person.
  if (rows.length) await context.emit(MESSAGES_CHANGED, { receivers: [context.person.id] });
  return { count: rows.length };
}

interface Counted {
  unread: number;
  todos: number;
}

/** Count the caller's unread messages and open to-dos. */
async function counted(reading: Reading): Promise<Counted> {
  const [row] = await reading.sql.query<Counted>(
    `select count(*) filter (where read_time is null)::int as unread, count(*) filter (where is_todo and done_time is null)::int as todos
    from ${staffMessage.table} where tenant_id = $1 and receiver_id = $2 and is_deleted = 0 and (read_time is null or (is_todo and done_time is null))`,
    [reading.tenantId, reading.person.id],
  );
  return row;
}

const RECENT = 30;
const COLUMNS = `id::text as id, message_event as "messageEvent", title, content, biz_type as "bizType", coalesce(paper_name, '') as "paperName", biz_id::text as "bizId", biz_no as "bizNo", is_todo as "isTodo", task_id::text as "taskId", case_id::text as "caseId", left(due_time::text, 19) as "dueTime", left(read_time::text, 19) as "readTime", left(done_time::text, 19) as "doneTime", left(create_time::text, 19) as "createTime"`;

/** Return the content of the bell: open to-dos by due time, and the newest messages. */
async function recent(reading: Reading): Promise<RecentMessages> {
  const mine = `from ${staffMessage.table} where tenant_id = $1 and receiver_id = $2 and is_deleted = 0`;
  const of = [reading.tenantId, reading.person.id, RECENT];
  const todos = await reading.sql.query<ShownMessage>(
    `select ${COLUMNS} ${mine} and is_todo and done_time is null order by due_time nulls last, create_time limit $3`,
    of,
  );
  const messages = await reading.sql.query<ShownMessage>(
    `select ${COLUMNS} ${mine} and not coalesce(is_todo and done_time is null, false) order by create_time desc, id desc limit $3`,
    of,
  );
  return { unread: (await counted(reading)).unread, now: reading.now(), todos, messages };
}

export default behaviour<typeof staffMessage>(staffMessage, {
  filters: {
    unread: { reads: flag(['未读', 'Unread']), sql: "(t.read_time is null) = ($ = 'true')" },
    open: { reads: flag(['待处理', 'To do']), sql: "(t.is_todo and t.done_time is null) = ($ = 'true')" },
  },
  besideParts: { unread: anyNumber, todos: anyNumber },
  beside: async (reading) => ({ ...(await counted(reading)) }),
  calls: [
    implement(recentMessages, { read: (_asked, reading) => recent(reading) }),
    implement(readMessages, {
      write: (input, context) => mark(context, input, 'read_time = $3', 'read_time is null'),
    }),
    implement(finishTodos, {
      write: (input, context) =>
        mark(context, input, 'done_time = $3, read_time = coalesce(read_time, $3)', 'is_todo and done_time is null'),
    }),
  ],
});
