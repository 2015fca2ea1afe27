import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, type OwnCall, type Reading, type WorkSteps, implement } from '#kernel/server';
import { addMinutes } from '#kernel/language/days.ts';
import { device } from '../../devices/device.paper.ts';
import { LOOK_BACK } from '../owned-period.rules.ts';
import { endLookBack, lookBack } from './device-look-back.calls.ts';
import { deviceLookBack } from './device-look-back.paper.ts';

const MINUTES = 60;
const AT_ONCE = 500;

type Answer = CallAnswer<typeof lookBack>;

/** Return the caller's permissions for a device that were not ended by hand, including expired ones. */
const unendedOf = (reading: Reading, deviceId: string): Promise<Row<typeof deviceLookBack>[]> =>
  reading.find(deviceLookBack, { deviceId, readerId: reading.person.id, endedTime: null }, { limit: AT_ONCE });

/** Return the caller's permission for a device that is in force; null: none. */
async function openOf(reading: Reading, deviceId: string): Promise<Row<typeof deviceLookBack> | null> {
  const rows = await unendedOf(reading, deviceId);
  return rows.find((row) => String(row.untilTime) > reading.now()) ?? null;
}

/** May the caller at present read records of a device from before the present home got it? */
export const looksBack = async (reading: Reading, deviceId: string): Promise<boolean> =>
  reading.may(LOOK_BACK) && (await openOf(reading, deviceId)) !== null;

/** Give the caller a permission for an hour. If one is in force, return that one. */
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

/** End the caller's permissions for a device; without any it has no effect. */
async function end(context: Context, id: string): Promise<Answer> {
  const [of] = await context.visible(device, { button: 'lookBack' }).all([id]);
  const endedTime = context.now();
  for (const row of await unendedOf(context, of.id)) await context.change(deviceLookBack, row.id, { endedTime });
  return { id: of.id, until: '' };
}

/** Record the end of expired permissions. */
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

/** Calls that start and end the permission; their API path is that of devices. */
export const lookBackCalls: readonly OwnCall[] = [
  implement(lookBack, { write: (asked, context) => open(context, asked) }),
  implement(endLookBack, { write: ({ id }, context) => end(context, id) }),
];

export default behaviour<typeof deviceLookBack>(deviceLookBack, {
  timed: { lookBacks: { cron: '* * * * *', work: endOverdue } },
});
