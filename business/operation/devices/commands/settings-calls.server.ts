import type { Row } from '#kernel/language/paper.ts';
import { type OwnCall, type Reading, implement, sql } from '#kernel/server';
import { changeSettings, readDeviceSettings } from '#business/iot/commands/shadow/settings.server.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { refuse } from '../../refusals.ts';
import { settingDetail, settingUpdate } from './settings.calls.ts';

/** Return a device by its MAC. Refuse one that the caller may not see in the same way as a missing one. */
export async function deviceOfMac(reading: Reading, mac: string): Promise<Row<typeof device>> {
  const [found] = await reading.visible(device, { also: sql`t.mac = ${mac}` }).rows({ first: 1 });
  if (!found) throw refuse.macUnknown();
  return reading.get(device, found.id);
}

/** Calls on the settings of devices, at the addresses of published clients. */
export const settingCalls: readonly OwnCall[] = [
  implement(settingDetail, {
    read: async ({ mac }, reading) => ({
      mac,
      ...(await readDeviceSettings(reading, await deviceOfMac(reading, mac))),
    }),
  }),
  implement(settingUpdate, {
    write: async ({ mac, version, values, override }, context) =>
      changeSettings(context, await deviceOfMac(context, mac), { version, values, isOverride: override === true }),
  }),
];
