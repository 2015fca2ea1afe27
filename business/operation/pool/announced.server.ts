import type { App, Context } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { ANNOUNCED } from '#business/iot/ingest/door/welcome.server.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { isMain, mainTypeOf } from '../binding/bind.rules.ts';
import { type Announced, announcedMac, announcedSerial, hostOf } from './announced.rules.ts';
import { powerOnDevice } from './power-on-device.paper.ts';

type Waiting = Row<typeof powerOnDevice>;

/** What is known of a device when it announces itself. */
async function factsOf(
  context: Context,
  row: Row<typeof device>,
  told: Announced,
): Promise<Partial<Omit<Waiting, 'id'>>> {
  const model = await context.get(thingModel, row.modelId);
  const kind = row.mainMacType ?? (isMain(row.nodeType) ? mainTypeOf(model.category) : null);
  return {
    serialNumber: announcedSerial(told.sn) ?? row.serialNumber,
    mainMacType: kind as Waiting['mainMacType'],
    modelText: model.modelText || model.modelName,
    thingModelId: row.modelId,
    firmwareVersion: row.firmwareVersion,
    ip: hostOf(told.address),
    lastSeenTime: context.now(),
  };
}

/** A device without a home announced itself: it waits in the pool, each MAC once. One that somebody does not want is counted and stays so. */
export async function poolAnnounced(context: Context, told: Announced): Promise<void> {
  const [row] = await context.find(device, { id: String(told.id ?? '0') }, { first: 1 });
  const mac = row && announcedMac(row.mac ?? told.mac);
  // It was bound, removed or retired before the news came.
  if (!row || !mac || row.householdId || row.instanceStatus === 'retired') return;
  await context.lock(`device mac ${mac}`);
  const facts = await factsOf(context, row, told);
  const [waiting] = await context.find(powerOnDevice, { mac }, { first: 1 });
  if (!waiting) {
    await context.create(powerOnDevice, {
      ...facts,
      mac,
      lastSeenTime: context.now(),
      firstSeenTime: context.now(),
      powerOnCount: 1,
      announce: { ...told },
    });
    return;
  }
  const again = { ...facts, powerOnCount: (waiting.powerOnCount ?? 0) + 1, announce: { ...told }, householdId: null };
  if (waiting.bindStatus === 'bound') await context.move(powerOnDevice, waiting.id, 'unbound', 'unbind', again);
  else await context.change(powerOnDevice, waiting.id, again);
}

/** Hears devices that announce themselves. */
export function listenForAnnounced(app: App): void {
  app.outbox.subscribe(ANNOUNCED, (context, { data }) => poolAnnounced(context, data));
}
