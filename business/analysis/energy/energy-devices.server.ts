import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { intervalOf, propertiesOf, seenDevice } from '#business/iot/values/current.server.ts';
import { ownedFrom } from '#business/iot/values/span.server.ts';
import type { CountedDevice } from '#business/iot/history/figures/counted-device.rules.ts';
import { figureProperties } from '#business/iot/history/figures/figure-properties.rules.ts';
import { zoneOf } from '#business/iot/history/figures/zone.server.ts';
import { household } from '#business/operation/households/household.paper.ts';
import { roomAddress } from '#business/operation/addresses/room-address.paper.ts';
import type { deviceOf } from './energy.calls.ts';
import { refuse } from '../refusals.ts';
import { type Energy, categoriesOf } from './energies.rules.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { householdFacts } from '#business/operation/households/household-facts.relation.ts';
import { roomAddressFacts } from '#business/operation/addresses/room-address-facts.relation.ts';

/**
 * A device with the data to compute its figures: counters, units, reporting interval, and when the present home got it.
 */
export interface EnergyDevice extends CountedDevice {
  readonly ownedSince: number;
  readonly intervalSec: number;
  readonly modelText: string;
  /** Factor from the unit of each property to that of answers: 1000 for m³ to L and for kW to W, else 1. */
  readonly scales: ReadonlyMap<string, number>;
}

/** Maximum number of devices read for a home or an address. */
const MAX_DEVICES = 1000;

const SCALES: Readonly<Record<string, number>> = { 'm³': 1000, kW: 1000 };

/** Return a device with the data to compute its figures. The caller has checked that the device is visible. */
export async function energyDevice(
  reading: Reading,
  row: Pick<Row<typeof device>, 'id' | 'modelId' | 'modelVersion' | 'ownedSince'>,
): Promise<EnergyDevice> {
  const { sql, tenantId } = reading;
  const attributes = await propertiesOf(sql, tenantId, row);
  const [model] = await sql.query<{ text: string | null }>(
    `select coalesce(nullif(model_text, ''), model_name) as text from ${thingModelFacts} where tenant_id = $1 and id = $2`,
    [tenantId, row.modelId],
  );
  return {
    tenantId,
    zone: await zoneOf(sql),
    deviceId: row.id,
    properties: figureProperties(attributes),
    ownedSince: await ownedFrom(reading, row),
    intervalSec: await intervalOf(sql, tenantId, row.modelId),
    modelText: model?.text ?? '',
    scales: new Map(attributes.map((one) => [one.identifier, SCALES[one.unit ?? ''] ?? 1])),
  };
}

/** Return a device by its id or MAC. Refuse one outside of the caller's scope like one that does not exist. */
export async function deviceNamed(reading: Reading, name: string): Promise<Row<typeof device>> {
  if (/^\d{15,19}$/.test(name)) return seenDevice(reading, name);
  const [found] = await reading.find(device, { mac: name.replaceAll(/[:\-\s]/g, '').toUpperCase() }, { first: 1 });
  if (!found) throw refuse.noSuchDevice();
  return seenDevice(reading, found.id);
}

async function ofHome(
  reading: Reading,
  match: Readonly<Record<string, string>>,
  energy: Energy,
): Promise<EnergyDevice[]> {
  const rows = await reading.visible(device, { match }).rows({ order: 't.id', limit: MAX_DEVICES });
  const measuring = await reading.sql.query<{ id: string }>(
    `select d.id::text as id from ${deviceFacts} d join ${thingModelFacts} m on m.tenant_id = d.tenant_id and m.id = d.model_id
     where d.tenant_id = $1 and d.id = any($2::bigint[]) and m.category = any($3::text[])`,
    [reading.tenantId, rows.map((row) => row.id), categoriesOf[energy]],
  );
  const ids = new Set(measuring.map(({ id }) => id));
  const found: EnergyDevice[] = [];
  for (const row of rows) if (ids.has(row.id)) found.push(await energyDevice(reading, row as never));
  return found;
}

/**
 * Devices to analyse: one device, or all that measure an energy in a home or at an address. The first id that is set
 * decides.
 */
export interface AskedDevices {
  readonly deviceId: string | null;
  readonly householdId: string | null;
  readonly addressId: string | null;
}

/** Return the devices to analyse that the caller may see. */
export async function energyDevices(reading: Reading, query: AskedDevices, energy: Energy): Promise<EnergyDevice[]> {
  if (query.deviceId) return [await energyDevice(reading, await deviceNamed(reading, query.deviceId))];
  if (query.householdId) {
    await reading.visible(household).all([query.householdId]);
    return ofHome(reading, { householdId: query.householdId }, energy);
  }
  if (!query.addressId) throw refuse.deviceMissing();
  await reading.visible(roomAddress).all([query.addressId]);
  return ofHome(reading, { roomAddressId: query.addressId }, energy);
}

/** Return the name and MAC of a device, with its home and address. */
export async function describeDevice(
  reading: Reading,
  { deviceId }: CallInputOf<typeof deviceOf>,
): Promise<CallAnswer<typeof deviceOf>> {
  const row = await seenDevice(reading, deviceId);
  const [place] = await reading.sql.query<{ home: string; address: string }>(
    `select coalesce(h.name, '') as home, coalesce(a.full_address, '') as address from ${deviceFacts} d
     left join ${householdFacts} h on h.tenant_id = d.tenant_id and h.id = d.household_id
     left join ${roomAddressFacts} a on a.tenant_id = d.tenant_id and a.id = d.room_address_id where d.tenant_id = $1 and d.id = $2`,
    [reading.tenantId, row.id],
  );
  return { name: row.deviceName, mac: row.mac ?? '', ...place };
}
