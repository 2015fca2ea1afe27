import { device } from '#business/iot/devices/device.paper.ts';
import { modelVersion } from '#business/iot/models/model-version.paper.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { productActor, transact } from '#kernel/server';
import { openApp } from '../../../../server/assemble.ts';

const TENANT = { tenantId: '000000', zone: 'Asia/Shanghai' };
const AT_ONCE = 1000;
export const LOAD_MODEL = 'bench12';
/** Names of the values of one message. */
export const VALUES = Array.from({ length: 12 }, (_, at) => `value${at}`);

/** A device of the load, and its secret. */
export interface LoadDevice {
  readonly id: string;
  readonly deviceKey: string;
  readonly secret: string;
}

/** Return this many devices of a model with twelve numbers. Missing ones are created. */
export async function makeFleet(appUrl: string, dataDir: string, count: number): Promise<LoadDevice[]> {
  const app = await openApp({ appUrl, dataDir });
  const secret = 'bench-secret';
  try {
    return await transact(app, productActor(app, TENANT, 'bench'), async (tx) => {
      tx.takesLong();
      const there = await tx.find(thingModel, { modelCode: LOAD_MODEL }, { first: 1 });
      const modelId = there[0]?.id ?? (await makeModel(tx as never));
      const known = await tx.sql.query<{ id: string; deviceKey: string }>(
        'select id::text as id, device_key as "deviceKey" from iot_device where tenant_id = $1 and model_id = $2 and is_deleted = 0 order by id limit $3',
        [TENANT.tenantId, modelId, count],
      );
      const devices = known.map((one) => ({ ...one, secret }));
      const sealed = app.vault.seal(secret, { tenantId: TENANT.tenantId, paper: device, field: 'deviceSecret' });
      for (let at = devices.length; at < count; at += AT_ONCE) {
        const rows = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => ({
          deviceKey: `bench-${at + n}`,
          deviceName: `bench ${at + n}`,
          modelId,
          nodeType: 'direct',
          instanceStatus: 'active',
          onlineStatus: 'unknown',
          authType: 'device_secret',
          modelVersion: 1,
          deviceSecret: sealed,
        }));
        const made = await tx.append(device, rows as never);
        devices.push(...made.map((one) => ({ id: one.id, deviceKey: one.deviceKey, secret })));
      }
      return devices;
    });
  } finally {
    await app.close();
  }
}

async function makeModel(tx: {
  append: (paper: unknown, rows: unknown[]) => Promise<{ id: string }[]>;
}): Promise<string> {
  const [model] = await tx.append(thingModel, [
    {
      modelCode: LOAD_MODEL,
      modelName: '压测',
      modelStatus: 'published',
      category: 'heat_pump',
      nodeType: 'direct',
      authType: 'device_secret',
      reportIntervalSec: 60,
      offlineAfterSec: 180,
      validateMode: 'loose',
      publishedVersion: 1,
    },
  ]);
  const attributes = VALUES.map((identifier, at) => ({
    propNo: at + 1,
    attrType: 'property',
    identifier,
    name: identifier,
    dataType: 'float',
    specs: { min: -1000, max: 100_000 },
    storage: 'history',
  }));
  await tx.append(modelVersion, [{ modelId: model.id, versionNo: 1, note: 'bench', schema: { attributes } }]);
  return model.id;
}
