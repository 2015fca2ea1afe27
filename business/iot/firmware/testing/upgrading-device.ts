import { createHmac } from 'node:crypto';
import { type MqttClient, connectAsync } from 'mqtt';
import { expect } from 'vitest';
import type { TestServer } from '#kernel/testing/test-server.ts';
import type { DevicesPart } from '../../ingest/part/devices.server.ts';
import { type TestDevice, devicesPartOf, drained } from '../../testing/devices.ts';

/** A notice of an upgrade, as a device gets it. */
export interface HeardNotice {
  readonly id: string;
  readonly version: string;
  readonly module: string;
  readonly size: number;
  readonly sha256: string;
  readonly sign: string;
  readonly signed: string;
  readonly url: string;
  readonly force: boolean;
  readonly dev?: string;
}

/** A device connected by MQTT that can be upgraded; for tests only. */
export class UpgradingDevice {
  readonly of: TestDevice;
  readonly notices: HeardNotice[] = [];
  readonly chunks: Buffer[] = [];
  readonly #part: DevicesPart;
  readonly #client: MqttClient;
  #taken = 0;

  private constructor(part: DevicesPart, of: TestDevice, client: MqttClient) {
    this.#part = part;
    this.of = of;
    this.#client = client;
  }

  /** Connect, subscribe, and report the versions of the modules. `part`: the gateway, by default that of the server. */
  static async open(
    server: TestServer,
    of: TestDevice,
    fw: Record<string, string>,
    part: DevicesPart = devicesPartOf(server),
  ): Promise<UpgradingDevice> {
    await part.settle();
    const { deviceKey, modelCode, secret } = of;
    const ts = server.clock.ms();
    const client = await connectAsync(`mqtt://127.0.0.1:${part.listeners.portOf('mqtt')}`, {
      clientId: `${modelCode}.${deviceKey}`,
      username: `${deviceKey}&${modelCode}&${ts}`,
      password: createHmac('sha256', secret)
        .update(`${modelCode}.${deviceKey}${deviceKey}${modelCode}${ts}`)
        .digest('hex'),
      reconnectPeriod: 0,
      connectTimeout: 5000,
    });
    client.on('error', () => undefined);
    const device = new UpgradingDevice(part, of, client);
    client.on('message', (topic, payload) => {
      if (topic.endsWith('/down/ota/notify')) device.notices.push(JSON.parse(payload.toString()));
      if (topic.endsWith('/down/ota/chunk')) device.chunks.push(payload);
    });
    await client.subscribeAsync(`anju/v1/${modelCode}/${deviceKey}/down/#`, { qos: 1 });
    await device.say('hello', { fw, boot: 'power' });
    await part.settle();
    return device;
  }

  /** Send a message; resolve when it is stored. */
  async say(tail: string, body: unknown): Promise<void> {
    const { modelCode, deviceKey } = this.of;
    await this.#client.publishAsync(`anju/v1/${modelCode}/${deviceKey}/up/${tail}`, JSON.stringify(body), { qos: 1 });
    await drained(this.#part);
  }

  progress(id: string, state: string, more: { percent?: number; step?: number } = {}): Promise<void> {
    return this.say('ota/progress', { id, state, ...more });
  }

  async version(module: string, version: string): Promise<void> {
    await this.say('ota/version', { module, version });
    await this.#part.settle();
  }

  /** Wait for the next notice that no earlier call returned. */
  async notice(): Promise<HeardNotice> {
    await this.#part.upgrades.turn();
    await expect.poll(() => this.notices.length, { timeout: 30_000 }).toBeGreaterThan(this.#taken);
    this.#taken += 1;
    return this.notices[this.#taken - 1];
  }

  /** Ask for many parts of a file at once, without waiting for an answer. */
  async burst(id: string, offsets: readonly number[], len: number): Promise<void> {
    const { modelCode, deviceKey } = this.of;
    const topic = `anju/v1/${modelCode}/${deviceKey}/up/ota/chunk-req`;
    await Promise.all(
      offsets.map((off) => this.#client.publishAsync(topic, JSON.stringify({ id, off, len }), { qos: 0 })),
    );
  }

  /** Ask for a part of a file, and wait for it. */
  async chunk(id: string, off: number, len: number): Promise<Buffer> {
    const count = this.chunks.length;
    await this.say('ota/chunk-req', { id, off, len });
    await expect.poll(() => this.chunks.length, { timeout: 30_000 }).toBeGreaterThan(count);
    return this.chunks[count];
  }

  /** Do all that an upgrade needs, up to the new version. */
  async upgrade({ id, module, version }: HeardNotice): Promise<void> {
    await this.progress(id, 'downloading', { percent: 50 });
    await this.progress(id, 'installing');
    await this.progress(id, 'rebooting');
    await this.version(module, version);
  }

  close(): Promise<unknown> {
    return this.#client.endAsync(true);
  }
}
