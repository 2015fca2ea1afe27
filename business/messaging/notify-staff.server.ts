import { storedText } from '#kernel/language/label.ts';
import { sendNotice, taskNoticesDone } from '#kernel/language/rooms/notice.ts';
import { type Context, serving } from '#kernel/server';
import { accountsOf } from './receivers.server.ts';
import { staffMessage } from './staff/staff-message.paper.ts';
import { notifyStaff, todoDone } from './notify.service.ts';

/** Told after the commit to the browsers of these people. */
export const MESSAGES_TOLD = 'staffMessage.told';

const shortened = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
};

/** Writes what people are told. A row that stands already (the same event told twice) is left alone: the outbox may repeat, the message does not. */
export const notifyStaffServing = serving(notifyStaff, async (context, given) => {
  const receivers = (await accountsOf(context, given.to)).filter((id) => id !== context.person.id || given.todo);
  const told: string[] = [];
  for (const receiver of receivers) {
    const key = [
      given.event,
      given.bizType,
      given.bizId,
      receiver,
      ...(given.again === undefined ? [] : [String(given.again)]),
    ].join('#');
    const rows = await context.sql.query(
      `insert into ${staffMessage.table} (id, tenant_id, create_user, create_time, update_user, update_time, message_event, receiver_id, title, content, biz_type, biz_id, biz_no, is_todo, due_time, dedupe_key)
      values ($1, $2, $3, $4, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing returning id`,
      [
        await context.newId(),
        context.tenantId,
        context.person.id,
        context.now(),
        given.event,
        receiver,
        storedText(given.title, 100),
        storedText(given.content, 500),
        given.bizType,
        given.bizId,
        shortened(given.bizNo, 32),
        given.todo === true,
        given.dueTime ?? null,
        shortened(key, 128),
      ],
    );
    if (rows.length) told.push(receiver);
  }
  if (told.length) await context.emit(MESSAGES_TOLD, { receivers: told });
});

/** What the kernel and other rooms tell people about a row of any paper. */
export const noticeSent = serving(
  sendNotice,
  async (context, { to, roles, kind, title, content, about, todo, again }) => {
    const told: string[] = [];
    for (const receiver of await accountsOf(context, {
      users: todo ? to : to.filter((id) => id !== context.person.id),
      roles,
    })) {
      const rows = await context.sql.query(
        `insert into ${staffMessage.table} (id, tenant_id, create_user, create_time, update_user, update_time, message_event, receiver_id, title, content, paper_name, biz_id, biz_no, is_todo, dedupe_key, task_id, due_time)
      values ($1, $2, $3, $4, $3, $4, $5, $6, $7, $8, $9, $10, $11, $14::bigint is not null, $12, $14, $13) on conflict do nothing returning id`,
        [
          await context.newId(),
          context.tenantId,
          context.person.id,
          context.now(),
          kind,
          receiver,
          storedText(title, 100),
          storedText(content, 500),
          about.paper,
          about.id || null,
          shortened(about.caption, 32),
          shortened([kind, again, receiver].join('#'), 128),
          todo?.dueTime ?? null,
          todo?.taskId ?? null,
        ],
      );
      if (rows.length) told.push(receiver);
    }
    if (told.length) await context.emit(MESSAGES_TOLD, { receivers: told });
  },
);

/** To-dos of a paper that still wait, optionally of one event, are done now; their people see them go. */
async function finish(
  context: Context,
  { bizId, event }: { bizId: string | readonly string[]; event?: string },
): Promise<void> {
  const done = await context.sql.query<{ receiver: string }>(
    `update ${staffMessage.table} set done_time = $3, read_time = coalesce(read_time, $3), version = version + 1, update_time = $3, update_user = $4
    where tenant_id = $1 and biz_id = any($2::bigint[]) and is_deleted = 0 and is_todo and done_time is null and ($5::text is null or message_event = $5) returning receiver_id::text as receiver`,
    [context.tenantId, [bizId].flat(), context.now(), context.person.id, event ?? null],
  );
  if (done.length) await context.emit(MESSAGES_TOLD, { receivers: [...new Set(done.map((row) => row.receiver))] });
}

export const todosDone = serving(todoDone, finish);

/** To-dos of tasks that still wait are done now, for whoever was told of them. */
export const taskNoticesDoneServing = serving(taskNoticesDone, async (context, { taskIds }) => {
  const done = await context.sql.query<{ receiver: string }>(
    `update ${staffMessage.table} set done_time = $3, read_time = coalesce(read_time, $3), version = version + 1, update_time = $3, update_user = $4
    where tenant_id = $1 and task_id = any($2::bigint[]) and is_deleted = 0 and is_todo and done_time is null returning receiver_id::text as receiver`,
    [context.tenantId, taskIds, context.now(), context.person.id],
  );
  if (done.length) await context.emit(MESSAGES_TOLD, { receivers: [...new Set(done.map((row) => row.receiver))] });
});
