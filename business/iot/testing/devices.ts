import { expect } from 'vitest';
import type { TestCaller, TestServer } from '#kernel/testing/test-server.ts';
import type { DevicesPart } from '../ingest/part/devices.server.ts';

/** A registered device with its secret, for tests. */
export interface TestDevice {
  readonly id: string;
  readonly deviceKey: string;
  readonly modelCode: string;
  readonly secret: string;
}

/** Return the gateway (process part `devices`) of a test server. */
export const devicesPartOf = (server: TestServer): DevicesPart =>
  server.assembly.parts.find((part) => 'ingest' in part) as DevicesPart;

/** Create and publish a model with the named numeric properties; return its id. */
export async function makeModel(
  caller: TestCaller,
  modelCode: string,
  {
    properties = ['temp', 'power'],
    ...more
  }: { properties?: readonly (string | Record<string, unknown>)[] } & Record<string, unknown> = {},
): Promise<string> {
  const made = await caller.post('iot/device-thing-model/submit', {
    modelCode,
    modelName: `型号${modelCode}`,
    category: 'heat_pump',
    nodeType: 'direct',
    ...more,
  });
  expect(made.status, made.msg).toBe(200);
  for (const property of properties) {
    const body = typeof property === 'string' ? { identifier: property } : property;
    const added = await caller.post('iot/device-model-attribute/add', {
      modelId: made.data.id,
      attrType: 'property',
      name: String(body.identifier),
      dataType: 'float',
      unit: '-',
      specs: { min: -100, max: 10_000 },
      ...body,
    });
    expect(added.status, added.msg).toBe(200);
  }
  const published = await caller.post(`iot/device-thing-model/publish/${made.data.id}`);
  expect(published.status, published.msg).toBe(200);
  return made.data.id as string;
}

/** Register a device; return it with its secret. */
export async function registerDevice(
  caller: TestCaller,
  modelId: string,
  modelCode: string,
  deviceKey: string,
  more: Record<string, unknown> = {},
): Promise<TestDevice> {
  const made = await caller.post('iot/device-thing-instance/add', {
    deviceKey,
    deviceName: `设备${deviceKey}`,
    modelId,
    ...more,
  });
  expect(made.status, made.msg).toBe(200);
  return { id: made.data.id, deviceKey, modelCode, secret: made.data.deviceSecret };
}

/** Wait until all acknowledged messages are in the database. On a busy machine they go through the spool. */
export const drained = ({ lanes }: DevicesPart): Promise<unknown> =>
  expect
    .poll(() => lanes.facts.every(({ queue, spooled }) => queue === 0 && spooled === 0), { timeout: 30_000 })
    .toBe(true);
