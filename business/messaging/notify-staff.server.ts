import { type LocalizedText, storedText } from '#kernel/language/label.ts';
import { sendNotice, taskNoticesDone } from '#kernel/language/rooms/notice.ts';
import { type Context, serving } from '#kernel/server';
import { accountsWhere } from './receivers.server.ts';
import { staffMessage } from './staff/staff-message.paper.ts';
import { type Receivers, notifyStaff, todoDone } from './notify.service.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** Event after the commit, by which the browsers of these people reload their messages. */
export const MESSAGES_CHANGED = 'staffMessage.told';

const shortened = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
};

/** Content of a message, the same for every receiver. */
interface MessageToWrite {
  readonly event: string;
  readonly title: LocalizedText;
  readonly content: LocalizedText;
  readonly bizType: string | null;
  readonly paperName: string | null;
  readonly bizId: string | null;
  readonly bizNo: string;
  readonly taskId: string | null;
  readonly caseId: string | null;
  readonly isTodo: boolean;
  readonly dueTime: string | null;
  /** Id of an account that gets no message; null for none. */
  readonly without: string | null;
  /** Parts of the deduplication key, between which the receiver's id is inserted. */
  readonly key: readonly [before: string, behind: string];
}

/** Maximum length of a key. */
const LONGEST_KEY = 128;

/**
 * Write a message for each receiver with an enabled account, in one statement. If an event is repeated, the existing
 * message stays as it is.
 */
async function writeMessages(context: Context, to: Receivers, message: MessageToWrite): Promise<void> {
  const { sql, values } = accountsWhere(to, 19);
  const written = await context.sql.query<{ receiver: string }>(
    `insert into ${staffMessage.table} (id, tenant_id, create_user, create_time, update_user, update_time, message_event, receiver_id, title, content, biz_type, paper_name, biz_id, biz_no, task_id, is_todo, due_time, dedupe_key, case_id)
      select next_id($2::bigint), $1, $3::bigint, $4::timestamptz, $3::bigint, $4::timestamptz, $5, u.id, $6, $7, $8, $9, $10::bigint, $11, $12::bigint, $13::boolean, $14::timestamptz,
        case when length(k) > ${LONGEST_KEY} then left(k, ${LONGEST_KEY - 1}) || '…' else k end, $18::bigint
      from ${userFacts} u cross join lateral (select $15::text || u.id || $16::text as k) key where u.id is distinct from $17::bigint and ${sql} order by u.id
      on conflict do nothing returning receiver_id::text as receiver`,
    [
      context.tenantId,
      context.instant(),
      context.person.id,
      context.now(),
      message.event,
      storedText(message.title, 100),
      storedText(message.content, 500),
      message.bizType,
      message.paperName,
      message.bizId,
      shortened(message.bizNo, 32),
      message.taskId,
      message.isTodo,
      message.dueTime,
      ...message.key,
      message.without,
      message.caseId,
      ...values,
    ],
  );
  if (written.length) await context.emit(MESSAGES_CHANGED, { receivers: written.map((row) => row.receiver) });
}

export const notifyStaffServing = serving(
  notifyStaff,
  (context, { event, to, title, content, bizType, bizId, bizNo, todo, dueTime, again }) =>
    writeMessages(context, to, {
      event,
      title,
      content,
      bizType,
      bizId,
      bizNo,
      paperName: null,
      taskId: null,
      caseId: null,
      isTodo: todo === true,
      dueTime: dueTime ?? null,
      without: todo ? null : context.person.id,
      key: [`${event}#${bizType}#${bizId}#`, again === undefined ? '' : `#${again}`],
    }),
);

/** Serves `sendNotice`: the kernel and other rooms notify people about a row of any paper. */
export const noticeSent = serving(
  sendNotice,
  (context, { to, roles, kind, title, content, about, place, todo, again }) =>
    writeMessages(
      context,
      { users: todo ? to : to.filter((id) => id !== context.person.id), roles },
      {
        event: kind,
        title,
        content,
        bizType: null,
        paperName: about.paper,
        bizId: about.id || null,
        bizNo: about.caption,
        taskId: todo?.taskId ?? (place && 'taskId' in place ? place.taskId : null),
        caseId: place && 'caseId' in place ? place.caseId : null,
        isTodo: todo !== undefined,
        dueTime: todo?.dueTime ?? null,
        without: null,
        key: [`${kind}#${again}#`, ''],
      },
    ),
);

/** Mark the open to-dos about rows as done, optionally of one event alone, and refresh the browsers of their people. */
async function finish(
  context: Context,
  { bizId, event }: { bizId: string | readonly string[]; event?: string },
): Promise<void> {
  const done = await context.sql.query<{ receiver: string }>(
    `update ${staffMessage.table} set done_time = $3, read_time = coalesce(read_time, $3), version = version + 1, update_time = $3, update_user = $4
    where tenant_id = $1 and biz_id = any($2::bigint[]) and biz_id is not null and is_deleted = 0 and is_todo and done_time is null and ($5::text is null or message_event = $5) returning receiver_id::text as receiver`,
    [context.tenantId, [bizId].flat(), context.now(), context.person.id, event ?? null],
  );
  if (done.length) await context.emit(MESSAGES_CHANGED, { receivers: [...new Set(done.map((row) => row.receiver))] });
}

export const todosDone = serving(todoDone, finish);

/** Serves `taskNoticesDone`: marks the open to-dos of process tasks as done, for all their receivers. */
export const taskNoticesDoneServing = serving(taskNoticesDone, async (context, { taskIds }) => {
  const done = await context.sql.query<{ receiver: string }>(
    `update ${staffMessage.table} set done_time = $3, read_time = coalesce(read_time, $3), version = version + 1, update_time = $3, update_user = $4
    where tenant_id = $1 and task_id = any($2::bigint[]) and task_id is not null and is_deleted = 0 and is_todo and done_time is null returning receiver_id::text as receiver`,
    [context.tenantId, taskIds, context.now(), context.person.id],
  );
  if (done.length) await context.emit(MESSAGES_CHANGED, { receivers: [...new Set(done.map((row) => row.receiver))] });
});
