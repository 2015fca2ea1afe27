import type { Row } from '#kernel/language/paper.ts';
import type { App, Context } from '#kernel/server';
import { commandFacts } from '#business/iot/commands/command-facts.relation.ts';
import { deviceCommand } from '#business/iot/commands/device-command.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { announcedMac, announcedSerial } from '../../pool/announced.rules.ts';
import { powerOnDevice } from '../../pool/power-on-device.paper.ts';

type Device = Row<typeof device>;

/** A sub-device in the list of a gateway. */
interface Listed {
  readonly dev: string;
  readonly model: string | null;
  readonly sn: string | null;
}

/** A listed sub-device that is not registered. */
interface Unknown extends Listed {
  readonly mac: string;
}

/** Counts of a comparison: `elsewhere` belong to another gateway or home, and are not moved. */
interface Comparison {
  readonly added: number;
  readonly updated: number;
  readonly missing: number;
  readonly elsewhere: number;
}

const MAX_CHILDREN = 1000;
const MAX_AGE_MINUTES = 10;

/** Add an unknown sub-device to the pool, with its model and the gateway that lists it. */
async function pool(context: Context, gateway: Device, { dev, mac, model, sn }: Unknown): Promise<void> {
  const [waiting] = await context.find(powerOnDevice, { mac }, { first: 1 });
  const [of] = model ? await context.find(thingModel, { modelCode: model }, { first: 1 }) : [];
  const facts = {
    serialNumber: announcedSerial(sn),
    thingModelId: of?.id ?? null,
    modelText: of?.modelName ?? model,
    lastSeenTime: context.now(),
    announce: { id: gateway.id, mac: dev, sn },
  };
  if (waiting) await context.change(powerOnDevice, waiting.id, facts);
  else await context.create(powerOnDevice, { ...facts, mac, firstSeenTime: context.now(), powerOnCount: 1 });
}

/** May the gateway take the device as its sub-device: has it no gateway, and no other home? */
const isFree = (gateway: Device, one: Device): boolean =>
  !one.parentId && (!one.householdId || one.householdId === gateway.householdId);

/** Mark sub-devices that the gateway does not list. Return their number. */
async function markMissing(context: Context, gateway: Device, listed: ReadonlySet<string>): Promise<number> {
  const children = await context.find(device, { parentId: gateway.id }, { limit: MAX_CHILDREN });
  const marks = children.map(({ id, deviceKey, missing }) => ({
    id,
    missing: !listed.has(deviceKey),
    before: missing === true,
  }));
  await context.touch(
    device,
    marks.filter(({ missing, before }) => missing !== before).map(({ id, missing }) => ({ id, missing })),
  );
  return marks.filter(({ missing }) => missing).length;
}

/**
 * Compare the list of a gateway with the devices that are known. Nothing is bound or deleted. Return the counts, and the
 * unknown devices, whose MACs are locked.
 */
async function compareList(
  context: Context,
  gateway: Device,
  { subs, full }: { readonly subs: readonly Listed[]; readonly full: boolean },
): Promise<{ readonly counts: Comparison; readonly unknown: readonly Unknown[] }> {
  const known = new Map(
    (await context.find(device, { deviceKey: subs.map(({ dev }) => dev) }, { limit: MAX_CHILDREN })).map((row) => [
      row.deviceKey,
      row,
    ]),
  );
  const unknown = subs.flatMap((sub) => {
    const mac = known.has(sub.dev) ? null : announcedMac(sub.dev);
    return mac ? [{ ...sub, mac }] : [];
  });
  await context.lock(...unknown.map(({ mac }) => `device mac ${mac}`).toSorted());
  await context.lockRows(device, [gateway.id, ...[...known.values()].map(({ id }) => id)]);
  const counts = { added: new Set(unknown.map(({ mac }) => mac)).size, updated: 0, missing: 0, elsewhere: 0 };
  for (const row of known.values()) {
    if (row.parentId === gateway.id) counts.updated += 1;
    else if (isFree(gateway, row)) {
      await context.change(device, row.id, { parentId: gateway.id });
      counts.updated += 1;
    } else counts.elsewhere += 1;
  }
  if (full) counts.missing = await markMissing(context, gateway, new Set(subs.map(({ dev }) => dev)));
  return { counts, unknown: [...new Map(unknown.map((one) => [one.mac, one])).values()] };
}

/** Store the result of a comparison with the last request for the list, whose caller waits for it. */
async function tellCaller(context: Context, gatewayId: string, counts: Comparison): Promise<void> {
  const [last] = await context.sql.query<{ id: string }>(
    `select c.id::text as id from ${commandFacts} c where c.tenant_id = $1 and c.device_id = $2 and c.content->>'service' = 'syncDevices'
       and c.command_time > $3::timestamptz - interval '${MAX_AGE_MINUTES} minutes' order by c.id desc limit 1`,
    [context.tenantId, gatewayId, context.now()],
  );
  if (last) await context.touch(deviceCommand, [{ id: last.id, resultJson: { ...counts } }]);
}

/** Follow the lists of sub-devices that gateways send. */
export function listenForTopologies(app: App): void {
  app.outbox.subscribe('device.topology', async (context, { data }) => {
    const list = data as { id: string; full: boolean; subs: readonly Listed[] };
    const [gateway] = await context.find(device, { id: list.id }, { first: 1 });
    if (!gateway || gateway.instanceStatus === 'retired') return;
    const { counts, unknown } = await compareList(context, gateway, list);
    await tellCaller(context, gateway.id, counts);
    for (const one of unknown) await pool(context, gateway, one);
  });
}
