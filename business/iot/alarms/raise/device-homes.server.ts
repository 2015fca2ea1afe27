import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { releaseLeft } from '../alarm/end-alarms.server.ts';
import { leftHome } from '../alarm/left-home.rules.ts';
import type { alarm } from '../alarm/alarm.paper.ts';

type Alarm = Row<typeof alarm>;

/** Home and address of a device, from its row. */
export interface DeviceHome {
  readonly householdId: string | null;
  readonly roomAddressId: string | null;
}

const NOWHERE: DeviceHome = { householdId: null, roomAddressId: null };

/** Homes of devices as stored now; the registry of a process may be out of date. */
export class DeviceHomes {
  readonly #rows: ReadonlyMap<string, DeviceHome>;

  private constructor(rows: ReadonlyMap<string, DeviceHome>) {
    this.#rows = rows;
  }

  static async read({ sql, tenantId }: Context, deviceIds: readonly string[]): Promise<DeviceHomes> {
    const rows = await sql.query<DeviceHome & { id: string }>(
      `select id::text as id, household_id::text as "householdId", room_address_id::text as "roomAddressId" from iot_device
       where tenant_id = $1 and id = any($2::bigint[])`,
      [tenantId, [...new Set(deviceIds)]],
    );
    return new DeviceHomes(new Map(rows.map(({ id, ...row }) => [id, row])));
  }

  of(deviceId: string): DeviceHome {
    return this.#rows.get(deviceId) ?? NOWHERE;
  }
}

/** Return which alarms began in a home that their device has left. */
async function leftBehind({ sql, tenantId }: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    `select a.id::text as id from iot_alarm a join iot_device d on d.tenant_id = a.tenant_id and d.id = a.device_id
     where a.tenant_id = $1 and a.id = any($2::bigint[]) and ${leftHome('a.household_id', 'a.start_time')}`,
    [tenantId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * End open alarms that began in a home which their device has left, and remove them from `open`. New alarms belong to
 * the present home.
 */
export async function endElsewhere(context: Context, open: Map<string, Alarm>): Promise<void> {
  if (open.size === 0) return;
  const left = await leftBehind(
    context,
    [...open.values()].map(({ id }) => id),
  );
  if (left.size === 0) return;
  await releaseLeft(context, [...left], null);
  for (const [key, { id }] of open) if (left.has(id)) open.delete(key);
}

/**
 * Correct alarms just written whose device moved meanwhile: set the home of the device row, which is locked by now. End
 * those that began before the move.
 */
export async function placeNewAlarms(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { sql, tenantId } = context;
  await sql.query(
    `update iot_alarm a set household_id = d.household_id, room_address_id = d.room_address_id, premises_id = null from iot_device d
     where a.tenant_id = $1 and a.id = any($2::bigint[]) and d.tenant_id = $1 and d.id = a.device_id and a.household_id is distinct from d.household_id`,
    [tenantId, ids],
  );
  const left = await leftBehind(context, ids);
  if (left.size > 0) await releaseLeft(context, [...left], null);
}
