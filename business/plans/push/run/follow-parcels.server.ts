import { bilingual, storedText } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import type { Context, Follower } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import type { ParcelEvents } from '#business/messaging/parcel-followers.server.ts';
import { schemePush } from '../log/scheme-push.paper.ts';
import { pushTargets } from '../push-targets.server.ts';
import { pushRule } from '../rule/push-rule.paper.ts';
import { type Push, toStaff } from './deliver.server.ts';

/** Pushes of one message at most. */
const MAX_OF_MESSAGE = 200;

/** Make a to-do where the rule of a push that failed demands one. */
async function tellStaff(context: Context, rows: readonly Push[]): Promise<void> {
  const [first] = rows;
  const targets = context
    .contributions(pushTargets)
    .find(({ scenes }) => first.pushScene !== null && scenes.includes(first.pushScene));
  const [rule] = first.ruleId ? await context.find(pushRule, { id: first.ruleId }, { first: 1 }) : [];
  if (!targets || !rule?.createTodo) return;
  const { customerServiceTeam: team } = await context.get(customer, must(first.customerId, 'customerId'));
  await toStaff(context, { pushes: rows, ids: rows.map((row) => row[targets.column] ?? ''), targets, team }, null);
}

/**
 * A channel failed. Where another one is left, the push waits for the next run, which judges it again: by then quiet
 * hours may have begun.
 */
async function overNext(context: Context, rows: readonly Push[], stored: string | null): Promise<void> {
  const failReason = stored && storedText(bilingual(stored), 255);
  const isLeft = Boolean(rows[0].nextChannels);
  const values: Partial<Push> = isLeft
    ? { pushStatus: 'waiting', waitUntil: context.now(), failReason }
    : { pushStatus: 'failed', failReason };
  await context.touch(
    schemePush,
    rows.map(({ id }) => ({ ...values, id })),
  );
  if (!isLeft) await tellStaff(context, rows);
}

/** Pushes follow their messages: they are sent when it arrives, and go on over the next channel when it fails. */
export const pushesOfParcels: Follower<ParcelEvents> = {
  name: 'pushes',
  sort: 10,
  on: {
    async settled(context, { row }) {
      const found = await context.find(schemePush, { parcelId: row.id }, { limit: MAX_OF_MESSAGE });
      const rows = found.filter(({ pushStatus }) => pushStatus === 'sending');
      if (rows.length === 0) return;
      if (row.smsStatus !== 'arrived') await overNext(context, rows, row.failReason);
      else
        await context.touch(
          schemePush,
          rows.map(({ id }) => ({ id, pushStatus: 'sent' as const, pushTime: row.arriveTime })),
        );
    },
  },
};
