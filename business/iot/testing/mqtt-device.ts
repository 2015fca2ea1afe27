import { createHmac } from 'node:crypto';
import { type IClientOptions, type MqttClient, connectAsync } from 'mqtt';
import type { TestServer } from '#kernel/testing/test-server.ts';
import { type TestDevice, devicesPartOf } from './devices.ts';

/** A device on a real line to the gateway of a test server; for tests only. */
export class MqttDevice {
  readonly of: TestDevice;
  readonly #client: MqttClient;

  private constructor(of: TestDevice, client: MqttClient) {
    this.of = of;
    this.#client = client;
  }

  static async open(server: TestServer, of: TestDevice, more: IClientOptions = {}): Promise<MqttDevice> {
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
      ...more,
    });
    client.on('error', () => undefined);
    return new MqttDevice(of, client);
  }

  #publish(tail: string, body: unknown): Promise<unknown> {
    const { modelCode, deviceKey } = this.of;
    return this.#client.publishAsync(`anju/v1/${modelCode}/${deviceKey}/up/${tail}`, JSON.stringify(body), { qos: 1 });
  }

  /** Values of a moment; back when they are stored. */
  say(ts: number, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.#publish('props', { ts, params });
  }

  happen(ts: number, identifier: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return this.#publish(`event/${identifier}`, { ts, params });
  }

  /** The same of a device behind it. */
  sayFor(dev: string, ts: number, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.#publish('sub/props', { items: [{ dev, ts, params }] });
  }

  /** Publish where it may not; back when it was answered, whatever the answer. */
  trespass(topic: string): Promise<unknown> {
    return this.#client.publishAsync(topic, '{}', { qos: 1 }).catch(() => undefined);
  }

  /** Bytes that no library sends. */
  raw(bytes: Buffer): void {
    this.#client.stream.write(bytes);
  }

  close(): Promise<unknown> {
    return this.#client.endAsync(true);
  }
}
