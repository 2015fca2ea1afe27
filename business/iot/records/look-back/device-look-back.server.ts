import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, type OwnCall, type Reading, type WorkSteps, implement } from '#kernel/server';
import { addMinutes } from '#business/masterdata/days.rules.ts';
import { device } from '../../devices/device.paper.ts';
import { LOOK_BACK } from '../owned-period.rules.ts';
import { endLookBack, lookBack } from './device-look-back.calls.ts';
import { deviceLookBack } from './device-look-back.paper.ts';

const MINUTES = 60;
const AT_ONCE = 500;

type Answer = CallAnswer<typeof lookBack>;

/** Return the look backs of the person at a device that nobody ended, those that are over by their time too. */
const unendedOf = (reading: Reading, deviceId: string): Promise<Row<typeof deviceLookBack>[]> =>
  reading.find(deviceLookBack, { deviceId, readerId: reading.person.id, endedTime: null }, { limit: AT_ONCE });

/** Return the open look back of the person at a device. */
async function openOf(reading: Reading, deviceId: string): Promise<Row<typeof deviceLookBack> | null> {
  const rows = await unendedOf(reading, deviceId);
  return rows.find((row) => String(row.untilTime) > reading.now()) ?? null;
}

/** Does the person read records of a device from before its present owner? */
export const looksBack = async (reading: Reading, deviceId: string): Promise<boolean> =>
  reading.may(LOOK_BACK) && (await openOf(reading, deviceId)) !== null;

/** Open a look back for an hour; a repeat answers the one that is open. */
async function open(context: Context, { id, reason }: CallInputOf<typeof lookBack>): Promise<Answer> {
  const [of] = await context.visible(device, { button: 'lookBack' }).all([id]);
  await context.lockRows(device, [of.id]);
  const row =
    (await openOf(context, of.id)) ??
    (await context.create(deviceLookBack, {
      deviceId: of.id,
      readerId: context.person.id,
      reason,
      untilTime: addMinutes(context.now(), MINUTES),
    }));
  return { id: of.id, until: String(row.untilTime) };
}

/** End the look back of the person at a device; none is open: nothing changes. */
async function end(context: Context, id: string): Promise<Answer> {
  const [of] = await context.visible(device, { button: 'lookBack' }).all([id]);
  const endedTime = context.now();
  for (const row of await unendedOf(context, of.id)) await context.change(deviceLookBack, row.id, { endedTime });
  return { id: of.id, until: '' };
}

/** End what is over. */
async function endOverdue({ step }: WorkSteps): Promise<void> {
  await step(async (context) => {
    const over = await context.sql.query<{ id: string }>(
      `select id::text as id from iot_look_back where tenant_id = $1 and is_deleted = 0 and ended_time is null and until_time <= $2::timestamptz limit ${AT_ONCE}`,
      [context.tenantId, context.now()],
    );
    const endedTime = context.now();
    await context.changeAll(deviceLookBack, new Map(over.map(({ id }) => [id, { endedTime }])));
  });
}

/** Calls at the address of a device. */
export const lookBackCalls: readonly OwnCall[] = [
  implement(lookBack, { write: (asked, context) => open(context, asked) }),
  implement(endLookBack, { write: ({ id }, context) => end(context, id) }),
];

export default behaviour<typeof deviceLookBack>(deviceLookBack, {
  timed: { lookBacks: { cron: '* * * * *', work: endOverdue } },
});
