import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { addMinutes } from '#kernel/language/days.ts';
import { device } from '../../devices/device.paper.ts';
import { refuse } from '../../refusals.ts';
import { propertiesOf } from '../../values/current.server.ts';
import { countersOf, mainCounter } from './counters.rules.ts';
import { meterChange } from './meter-change.paper.ts';

type Change = Row<typeof meterChange>;

/** Minutes by which the time of an exchange may be ahead of the server's clock. */
const CLOCK_MINUTES = 5;

/** Return the counter of an exchange: the named one, or else the main one of the device. Refuse an unknown one. */
async function counterOf(context: Context, of: Row<typeof device>, named: string | null | undefined): Promise<string> {
  const properties = await propertiesOf(context.sql, context.tenantId, of);
  const found = named ? countersOf(properties).find((one) => one.identifier === named) : mainCounter(properties);
  if (found) return found.identifier;
  throw named ? refuse.meterUnknown({ identifier: named.slice(0, 50) }) : refuse.meterMissing();
}

/**
 * Mark the hour of each exchange, and the next day of its devices that has figures, so that these figures are
 * recomputed.
 */
async function countAgain({ sql, tenantId }: Context, changes: readonly Change[]): Promise<void> {
  const spans = changes.flatMap(({ deviceId, replacedId, changeTime }) =>
    [deviceId, replacedId].flatMap((id) => (id ? [[id, changeTime]] : [])),
  );
  await sql.query(
    `with at as (select (e->>0)::bigint as id, (e->>1)::timestamptz as moment from jsonb_array_elements($2::jsonb) e),
     hours as (select id, moment from at union
       select at.id, (select min(d.day)::timestamptz from iot_days d where d.tenant_id = $1 and d.device_id = at.id and d.day > at.moment::date) from at)
     insert into iot_dirty_hour (device_id, hour, tenant_id)
     select distinct id, date_trunc('hour', moment, 'UTC'), $1 from hours where moment is not null order by 1, 2
     on conflict do nothing`,
    [tenantId, JSON.stringify(spans)],
  );
}

export default behaviour<typeof meterChange>(meterChange, {
  async saving(context, { before, values, byHand }) {
    const after = { ...before, ...values } as Change;
    const [of] = byHand
      ? await context.visible(device).all([after.deviceId])
      : await context.find(device, { id: after.deviceId }, { first: 1 });
    if (after.changeTime > addMinutes(context.now(), CLOCK_MINUTES)) throw refuse.meterChangeAhead();
    if (of.ownedSince && after.changeTime < of.ownedSince) throw refuse.meterChangeOfOthers();
    return {
      identifier: await counterOf(context, of, after.identifier),
      changedBy: after.changedBy ?? context.person.id,
    };
  },
  async saved(context, { before, row }) {
    await countAgain(context, before ? [before, row] : [row]);
  },
  leaving: countAgain,
  async restoring(context, row) {
    await countAgain(context, [row]);
  },
});
