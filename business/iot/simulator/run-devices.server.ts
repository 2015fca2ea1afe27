import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { type App, type Context, productActor, transact } from '#kernel/server';
import { freeKeys, takeKeys } from '../devices/device-key.server.ts';
import { device } from '../devices/device.paper.ts';
import { addBuiltIn } from '../models/built-in/add-built-in.server.ts';
import { modelAttribute } from '../models/model-attribute.paper.ts';
import { thingModel } from '../models/thing-model.paper.ts';
import { completeAttribute } from '../models/attribute.rules.ts';
import type { SimulatedHomeOptions } from './simulated-home.server.ts';

/** Code of the model of load devices: twelve stored numbers. */
export const SIM_MODEL = 'load01';
const NUMBERS = 12;
/** Models of the devices in a home of `npm run sim -- verify`. Sub-devices belong to its gateway. */
const HOME_MODELS = ['gw01', 'th01', 'as01', 'hp01', 'fa01', 'am01', 'wm01'] as const;
const AT_ONCE = 500;
const MAX_TRIES = 20;
const TRY_AGAIN_MS = 1000;
/** SQL: delete all data of devices, so that they can be removed. */
const FORGET = `with a as (delete from iot_telemetry where tenant_id = $1 and device_id = any($2::bigint[]) returning 1),
  b as (delete from iot_device_latest where tenant_id = $1 and device_id = any($2::bigint[]) returning 1),
  c as (delete from iot_event where tenant_id = $1 and device_id = any($2::bigint[]) returning 1),
  d as (delete from iot_online_event where tenant_id = $1 and device_id = any($2::bigint[]) returning 1),
  e as (delete from op_device_log where tenant_id = $1 and device_id = any($2::bigint[]) returning 1),
  f as (delete from iot_ingest_reject where tenant_id = $1 and device_id = any($2::bigint[]) returning 1),
  g as (delete from iot_raw_frame where tenant_id = $1 and device_id = any($2::bigint[]) returning 1),
  h as (delete from iot_trace where tenant_id = $1 and device_id = any($2::bigint[]) returning 1),
  i as (delete from iot_trace_run where tenant_id = $1 and device_id = any($2::bigint[]) returning 1)
  select 1`;

/** A device created for a load run, with its secret in clear text. */
export interface RunDevice {
  readonly id: string;
  readonly deviceKey: string;
  readonly modelCode: string;
  readonly secret: string;
}

type Model = Row<typeof thingModel>;
type Draft = Partial<Row<typeof device>> & { readonly deviceKey: string };

const within = async <T>(app: App, tenantId: string, work: (context: Context) => Promise<T>): Promise<T> => {
  const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
  return transact(app, productActor(app, tenancy, 'simulator'), work);
};

const draftOf = (model: Model, deviceKey: string, more: Partial<Draft> = {}): Draft =>
  ({
    deviceKey,
    deviceName: deviceKey,
    modelId: model.id,
    nodeType: model.nodeType,
    authType: 'device_secret',
    modelVersion: model.publishedVersion,
    instanceStatus: 'inactive',
    deviceSecret: randomBytes(24).toString('base64url'),
    ...more,
  }) as Draft;

async function loadModel(context: Context): Promise<Model> {
  const [known] = await context.find(thingModel, { modelCode: SIM_MODEL }, { first: 1 });
  if (known) return known;
  const { id } = await context.create(thingModel, {
    modelCode: SIM_MODEL,
    modelName: '压测设备',
    category: 'other',
    nodeType: 'direct',
    authType: 'device_secret',
  });
  const attributes = Array.from({ length: NUMBERS }, (_, at) => {
    const one = { attrType: 'property', identifier: `n${at + 1}`, name: `数值${at + 1}`, dataType: 'float', unit: '-' };
    return { ...one, ...completeAttribute(one), modelId: id, sort: at + 1, propNo: at + 1 };
  });
  await context.createAll(modelAttribute, attributes as never);
  await context.act(thingModel, id, 'publish', { note: '压测' });
  return context.get(thingModel, id);
}

/** Create the devices that do not exist yet, and set new secrets for all. Return their ids by device key. */
async function ensure(app: App, tenantId: string, drafts: readonly Draft[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let at = 0; at < drafts.length; at += AT_ONCE) {
    const some = drafts.slice(at, at + AT_ONCE);
    await within(app, tenantId, async (context) => {
      const there = await context.find(device, { deviceKey: some.map((one) => one.deviceKey) }, { limit: AT_ONCE });
      const known = new Map(there.map((row) => [row.deviceKey, row.id]));
      const made = await context.createAll(
        device,
        some.filter((one) => !known.has(one.deviceKey)),
      );
      await takeKeys(context, made);
      const sealed = (secret: unknown): string =>
        app.vault.seal(String(secret), { tenantId, paper: device, field: 'deviceSecret' });
      await context.changeAll(
        device,
        new Map(
          some.flatMap(({ deviceKey, deviceSecret }) => {
            const id = known.get(deviceKey);
            return id ? [[id, { deviceSecret: sealed(deviceSecret) }] as const] : [];
          }),
        ),
      );
      for (const row of [...there, ...made]) ids.set(row.deviceKey, row.id);
    });
  }
  return ids;
}

/** Return load devices of a company; missing ones are created. */
export async function loadDevices(app: App, tenantId: string, count: number): Promise<RunDevice[]> {
  const model = await within(app, tenantId, loadModel);
  const drafts = Array.from({ length: count }, (_, no) => draftOf(model, `load-${String(no + 1).padStart(5, '0')}`));
  const ids = await ensure(app, tenantId, drafts);
  return drafts.map(({ deviceKey, deviceSecret }) => ({
    id: ids.get(deviceKey)!,
    deviceKey,
    modelCode: SIM_MODEL,
    secret: String(deviceSecret),
  }));
}

/**
 * Return homes for `npm run sim -- verify`, with devices of built-in models. They belong to no household and report
 * often.
 */
export async function checkHomes(
  app: App,
  tenantId: string,
  { homes, reportSeconds }: { readonly homes: number; readonly reportSeconds: number },
): Promise<{ readonly homes: SimulatedHomeOptions[]; readonly ids: ReadonlyMap<string, string> }> {
  const models = await within(app, tenantId, async (context) => {
    await addBuiltIn(context);
    const rows = await context.find(thingModel, { modelCode: [...HOME_MODELS] });
    return new Map(rows.map((row) => [row.modelCode, row]));
  });
  const keyOf = (home: number, code: string): string => `check-${String(home + 1).padStart(3, '0')}-${code}`;
  const isBehind = (code: string): boolean => models.get(code)?.nodeType === 'sub';
  const numbers = Array.from({ length: homes }, (_, home) => home);
  const own = HOME_MODELS.filter((code) => !isBehind(code));
  const mains = numbers.flatMap((home) => own.map((code) => draftOf(models.get(code)!, keyOf(home, code))));
  const mainIds = await ensure(app, tenantId, mains);
  const behind = numbers.flatMap((home) =>
    HOME_MODELS.filter(isBehind).map((code) =>
      draftOf(models.get(code)!, keyOf(home, code), { parentId: mainIds.get(keyOf(home, 'gw01')) }),
    ),
  );
  const ids = new Map([...mainIds, ...(await ensure(app, tenantId, behind))]);
  const secrets = new Map([...mains, ...behind].map((one) => [one.deviceKey, String(one.deviceSecret)]));
  return {
    ids,
    homes: numbers.map((home) => ({
      name: `check-${home + 1}`,
      devices: HOME_MODELS.map((code) => ({
        deviceKey: keyOf(home, code),
        modelCode: code,
        secret: isBehind(code) ? '' : (secrets.get(keyOf(home, code)) ?? ''),
        parentKey: isBehind(code) ? keyOf(home, 'gw01') : null,
        mac: null,
        serialNumber: null,
        reportSeconds,
      })),
    })),
  };
}

/** Remove all devices of load runs and checks with their data. Return their number. */
export async function removeRunDevices(app: App, tenantId: string): Promise<number> {
  const rows = await within(app, tenantId, ({ sql }) =>
    sql.query<{ id: string }>(
      `select id::text as id from iot_device where tenant_id = $1 and is_deleted = 0 and household_id is null
         and (device_key like 'load-%' or device_key like 'check-%') order by (parent_id is null), id`,
      [tenantId],
    ),
  );
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await removeSome(
      app,
      tenantId,
      rows.slice(at, at + AT_ONCE).map((row) => row.id),
    );
  return rows.length;
}

/** Remove devices. Retry while it is refused, because the gateway may still be writing their disconnects. */
async function removeSome(app: App, tenantId: string, ids: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await within(app, tenantId, async (context) => {
        await context.sql.query(FORGET, [tenantId, ids]);
        for (const id of ids) await context.remove(device, id);
        await freeKeys(context, ids);
      });
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || tries >= MAX_TRIES) throw error;
      await sleep(TRY_AGAIN_MS);
    }
}
