import { createHmac } from 'node:crypto';
import { type MqttClient, connectAsync } from 'mqtt';
import { expect } from 'vitest';
import type { TestServer } from '#kernel/testing/test-server.ts';
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
  readonly #server: TestServer;
  readonly #client: MqttClient;
  #taken = 0;

  private constructor(server: TestServer, of: TestDevice, client: MqttClient) {
    this.#server = server;
    this.of = of;
    this.#client = client;
  }

  /** Connect, subscribe, and report the versions of the modules. */
  static async open(server: TestServer, of: TestDevice, fw: Record<string, string>): Promise<UpgradingDevice> {
    const part = devicesPartOf(server);
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
    const device = new UpgradingDevice(server, of, client);
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
    await drained(devicesPartOf(this.#server));
  }

  progress(id: string, state: string, more: { percent?: number; step?: number } = {}): Promise<void> {
    return this.say('ota/progress', { id, state, ...more });
  }

  async version(module: string, version: string): Promise<void> {
    await this.say('ota/version', { module, version });
    await devicesPartOf(this.#server).settle();
  }

  /** Wait for the next notice that no earlier call returned. */
  async notice(): Promise<HeardNotice> {
    await devicesPartOf(this.#server).upgrades.turn();
    await expect.poll(() => this.notices.length, { timeout: 30_000 }).toBeGreaterThan(this.#taken);
    this.#taken += 1;
    return this.notices[this.#taken - 1];
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
