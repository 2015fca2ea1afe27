import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { must } from '#kernel/language/must.ts';
import { extension, implement, type Reading } from '#kernel/server';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { mainCounter } from '#business/iot/records/meters/counters.rules.ts';
import { meterChange } from '#business/iot/records/meters/meter-change.paper.ts';
import { propertiesOf } from '#business/iot/values/current.server.ts';
import { unitOf } from '#business/iot/values/value-words.rules.ts';
import { homesOfVisit } from '../alarms/visits/homes-of-visit.server.ts';
import { household } from '../../households/household.paper.ts';
import { type MeterAtDoor, metersAtDoor } from './meters-at-door.calls.ts';
import { latestFacts } from '#business/iot/history/store/latest-facts.relation.ts';

type Seen = Awaited<ReturnType<typeof seenDevices>>[number];

const MAX_HOMES = 20;
const MAX_DEVICES = 100;

const seenDevices = (reading: Reading, householdId: readonly string[]) =>
  reading.visible(device, { match: { householdId } }).rows({ order: 't.id', limit: MAX_DEVICES });

async function shownBy({ sql, tenantId }: Reading, of: Seen, identifier: string): Promise<number | null> {
  const [latest] = await sql.query<{ value: unknown }>(
    `select data->$3::text as value from ${latestFacts} where tenant_id = $1 and device_id = $2 and ts >= coalesce($4::timestamptz, ts)`,
    [tenantId, of.id, identifier, of.ownedSince ?? null],
  );
  return typeof latest?.value === 'number' ? latest.value : null;
}

async function meterOf(reading: Reading, of: Seen, home: string): Promise<MeterAtDoor[]> {
  const counter = mainCounter(
    await propertiesOf(reading.sql, reading.tenantId, { modelId: of.modelId, modelVersion: of.modelVersion || null }),
  );
  if (!counter) return [];
  const value = await shownBy(reading, of, counter.identifier);
  const [last] = await reading.visible(meterChange, { match: { deviceId: of.id } }).rows({ first: 1 });
  return [
    {
      deviceId: of.id,
      deviceName: of.deviceName,
      home,
      counter: [counter.name, counter.nameEn ?? counter.name],
      shown: value === null ? '' : `${value} ${unitOf(counter)}`,
      changedAt: last?.changeTime ?? null,
    },
  ];
}

/** Return the devices with counters in the homes of a visit, if the caller may see them. */
async function readMeters(reading: Reading, { visitId }: CallInputOf<typeof metersAtDoor>): Promise<MeterAtDoor[]> {
  const [of] = await reading.visible(visit).all([visitId]);
  const [row] = await reading.find(visit, { id: of.id }, { first: 1 });
  const ids = await homesOfVisit(reading, row);
  const homes = ids.length ? await reading.visible(household, { match: { id: ids } }).rows({ limit: MAX_HOMES }) : [];
  const names = new Map(homes.map((one) => [one.id, String(one.name)]));
  if (names.size === 0) return [];
  const devices = await seenDevices(reading, [...names.keys()]);
  const found: MeterAtDoor[] = [];
  for (const one of devices)
    found.push(...(await meterOf(reading, one, names.get(must(one.householdId, 'householdId')) ?? '')));
  return found;
}

/** Server extension of meter exchanges: the meters at a visit. */
export const metersOfHomes = extension<typeof meterChange>(meterChange, {
  calls: [implement(metersAtDoor, { read: (asked, reading) => readMeters(reading, asked) })],
});
