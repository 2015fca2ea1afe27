import type { App, Context } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { ANNOUNCED } from '#business/iot/ingest/door/welcome.server.ts';
import { STRANGER } from '#business/iot/gateway/connect/channel/frames/strangers.server.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { isMain, mainTypeOf } from '../binding/bind.rules.ts';
import { type Announced, announcedMac, announcedSerial, hostOf } from './announced.rules.ts';
import { powerOnDevice } from './power-on-device.paper.ts';

const MAX_STRANGERS = 1000;

type Waiting = Row<typeof powerOnDevice>;

/** Return what is known of a device that announces itself, as fields of the pool. */
async function factsOf(
  context: Context,
  row: Row<typeof device>,
  announced: Announced,
): Promise<Partial<Omit<Waiting, 'id'>>> {
  const model = await context.get(thingModel, row.modelId);
  const kind = row.mainMacType ?? (isMain(row.nodeType) ? mainTypeOf(model.category) : null);
  return {
    serialNumber: announcedSerial(announced.sn) ?? row.serialNumber,
    mainMacType: kind as Waiting['mainMacType'],
    modelText: model.modelText || model.modelName,
    thingModelId: row.modelId,
    firmwareVersion: row.firmwareVersion,
    ip: hostOf(announced.address),
    lastSeenTime: context.now(),
  };
}

/** Add an announced device without a home to the pool, or count its announcement. An ignored one stays ignored. */
export async function poolAnnounced(context: Context, announced: Announced): Promise<void> {
  const [row] = await context.find(device, { id: String(announced.id ?? '0') }, { first: 1 });
  const mac = row && announcedMac(row.mac ?? announced.mac);
  // The event may arrive after the device was bound, removed or retired.
  if (!row || !mac || row.householdId || row.instanceStatus === 'retired') return;
  await context.lock(`device mac ${mac}`);
  const facts = await factsOf(context, row, announced);
  const [waiting] = await context.find(powerOnDevice, { mac }, { first: 1 });
  if (!waiting) {
    await context.create(powerOnDevice, {
      ...facts,
      mac,
      lastSeenTime: context.now(),
      firstSeenTime: context.now(),
      powerOnCount: 1,
      announce: { ...announced },
    });
    return;
  }
  const again = {
    ...facts,
    powerOnCount: (waiting.powerOnCount ?? 0) + 1,
    announce: { ...announced },
    householdId: null,
  };
  if (waiting.bindStatus === 'bound') await context.move(powerOnDevice, waiting.id, 'unbound', 'unbind', again);
  else await context.change(powerOnDevice, waiting.id, again);
}

/**
 * Add the device that an unknown frame names to the pool, where its id is a MAC. Frames prove nothing, so the pool has at
 * most 1,000 of them.
 */
async function poolStranger(context: Context, announced: Announced): Promise<void> {
  const mac = announcedMac(announced.mac);
  if (!mac) return;
  await context.lock(`device mac ${mac}`);
  const [known] = await context.find(device, { mac }, { first: 1 });
  if (known) return;
  const [waiting] = await context.find(powerOnDevice, { mac }, { first: 1 });
  const facts = { ip: hostOf(announced.address), lastSeenTime: context.now(), announce: { ...announced } };
  if (waiting) {
    if (waiting.bindStatus !== 'ignored') await context.change(powerOnDevice, waiting.id, facts);
    return;
  }
  const [{ n }] = await context.sql.query<{ n: number }>(
    `select count(*)::int as n from op_power_on_device where tenant_id = $1 and is_deleted = 0 and thing_model_id is null`,
    [context.tenantId],
  );
  if (n >= MAX_STRANGERS) return;
  await context.create(powerOnDevice, { ...facts, mac, firstSeenTime: context.now(), powerOnCount: 1 });
}

/** Subscribe to announcements of devices. */
export function listenForAnnounced(app: App): void {
  app.outbox.subscribe(ANNOUNCED, (context, { data }) => poolAnnounced(context, data));
  app.outbox.subscribe(STRANGER, (context, { data }) => poolStranger(context, data));
}
