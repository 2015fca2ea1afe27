import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context, TimedSteps } from '#kernel/server';
import { schemePush } from '../push/log/scheme-push.paper.ts';
import { receiversOf } from './audience.server.ts';
import { care } from './care.paper.ts';

type Care = Row<typeof care>;

/** Customers that are frozen in one transaction. */
const AT_ONCE = 500;
/** Messages that are moved in one run. */
const MOST = 100;

export const carePushKey = (careId: string, customerId: string): string => `care#${careId}#${customerId}`;

/** Begin to send the messages whose time has come. */
async function begin(context: Context): Promise<void> {
  const due = await context.sql.query<{ id: string }>(
    "select t.id::text as id from clientdreamsend t where t.tenant_id = $1 and t.is_deleted = 0 and t.send_status = 'waiting' and coalesce(t.plan_send_time, t.create_time) <= $2::timestamptz order by t.id limit $3",
    [context.tenantId, context.now(), MOST],
  );
  for (const { id } of due) await context.move(care, id, 'sending', 'run', { sendTime: context.now() });
}

/** Return the pushes of the next customers of a message. */
const pushesOf = (of: Care, context: Context, receivers: Awaited<ReturnType<typeof receiversOf>>) =>
  receivers.map(({ id, customerName, createDept }) => ({
    createDept,
    pushScene: 'care' as const,
    careId: of.id,
    customerId: id,
    customerName,
    dueDate: context.today(),
    pushTurn: 0,
    pushChannel: of.pushChannel,
    templateId: of.templateId,
    content: of.title,
    pushStatus: 'waiting' as const,
    waitUntil: context.now(),
    pushKey: carePushKey(of.id, id),
    // The push is a message of its own: it does not count against itself in the limit of the day.
    bundleKey: carePushKey(of.id, id),
  }));

/** Freeze the next customers of a message that is being sent, each as one push. Return whether more may follow. */
async function freezeSome(context: Context): Promise<boolean> {
  const [found] = await context.sql.query<{ id: string }>(
    "select t.id::text as id from clientdreamsend t where t.tenant_id = $1 and t.is_deleted = 0 and t.send_status = 'sending' and t.frozen_time is null order by t.id limit 1",
    [context.tenantId],
  );
  if (!found) return false;
  const [of] = await context.lockRows(care, [found.id]);
  // Another server may have frozen the rest before the lock was held.
  if (of.sendStatus !== 'sending' || of.frozenTime) return true;
  const receivers = await receiversOf(context, of.audience, { after: of.frozenAfter ?? '0', first: AT_ONCE });
  if (receivers.length)
    await context.createAll(schemePush, pushesOf(of, context, receivers), { unlessThere: 'pushKey' });
  const isWhole = receivers.length < AT_ONCE;
  await context.touch(care, [
    {
      id: of.id,
      audienceCount: (of.audienceCount ?? 0) + receivers.length,
      ...(receivers.length && { frozenAfter: must(receivers.at(-1), 'last receiver').id }),
      ...(isWhole && { frozenTime: context.now() }),
    },
  ]);
  return true;
}

/** A message that is being sent or was sent, with the states of its pushes. */
interface Progress {
  readonly id: string;
  readonly state: 'sending' | 'sent';
  readonly open: number;
  readonly failed: number;
  readonly sent: number;
  readonly read: number;
  readonly all: number;
}

/** Return the state that a message has by its pushes; null: it stays. */
const stateBy = ({ state, open, failed, sent, read, all }: Progress): 'sent' | 'failed' | 'read' | null => {
  if (state === 'sent') return read > 0 && sent === 0 && open === 0 ? 'read' : null;
  if (open > 0) return null;
  return all > 0 && failed === all ? 'failed' : 'sent';
};

/** Move the messages whose pushes have all left, failed or been read: those that are being sent first. */
async function settle(context: Context): Promise<void> {
  const rows = await context.sql.query<Progress>(
    `select t.id::text as id, t.send_status as state, count(p.id)::int as all, count(p.id) filter (where p.push_status in ('waiting', 'sending'))::int as open, count(p.id) filter (where p.push_status = 'failed')::int as failed,
       count(p.id) filter (where p.push_status = 'sent')::int as sent, count(p.id) filter (where p.push_status = 'read')::int as read
     from clientdreamsend t left join asschemepush p on p.tenant_id = t.tenant_id and p.care_id = t.id and p.is_deleted = 0
     where t.tenant_id = $1 and t.is_deleted = 0 and (t.send_status = 'sending' and t.frozen_time is not null or t.send_status = 'sent' and t.send_time > $2::timestamptz - interval '90 days') group by t.id, t.send_status order by t.send_status = 'sent', t.id desc limit $3`,
    [context.tenantId, context.now(), MOST],
  );
  for (const one of rows) {
    const to = stateBy(one);
    if (to) await context.move(care, one.id, to, to === 'read' ? 'receipts' : 'done');
  }
}

/** Every ten minutes: freeze the audience of messages whose time has come, and follow their pushes. */
export async function sendCares({ step }: TimedSteps): Promise<void> {
  await step(begin);
  while (await step(freezeSome));
  await step(settle);
}
