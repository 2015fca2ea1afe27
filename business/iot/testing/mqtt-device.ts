import { createHmac } from 'node:crypto';
import { type IClientOptions, type MqttClient, connectAsync } from 'mqtt';
import type { TestServer } from '#kernel/testing/test-server.ts';
import { type TestDevice, devicesPartOf } from './devices.ts';

/** A device connected by MQTT to the gateway of a test server; for tests only. */
export class MqttDevice {
  readonly of: TestDevice;
  /** Messages to the device, oldest first; `tail` is the topic after `down/`. */
  readonly heard: { readonly tail: string; readonly body: Record<string, unknown> }[] = [];
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

  /** Send values of a moment; resolve when they are acknowledged. */
  say(ts: number, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.#publish('props', { ts, params });
  }

  /** Subscribe to all messages, as a device does after its login. `obey` is called with each. */
  async listen(obey: (body: Readonly<Record<string, unknown>>, tail: string) => void = () => undefined): Promise<void> {
    const { modelCode, deviceKey } = this.of;
    this.#client.on('message', (topic, payload) => {
      const tail = topic.slice(topic.indexOf('/down/') + '/down/'.length);
      const body = JSON.parse(payload.toString()) as Record<string, unknown>;
      this.heard.push({ tail, body });
      obey(body, tail);
    });
    await this.#client.subscribeAsync(`anju/v1/${modelCode}/${deviceKey}/down/#`, { qos: 1 });
  }

  /** Send any message of the device; resolve when it is acknowledged. */
  send(tail: string, body: unknown): Promise<unknown> {
    return this.#publish(tail, body);
  }

  /** Reply to a command; resolve when the reply is acknowledged, or the connection is closed. */
  reply(id: unknown, code: number, more: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return this.#publish('reply', { id, code, ...more }).catch(() => undefined);
  }

  /** Report the progress of a command. */
  progress(id: unknown, percent: number): Promise<unknown> {
    return this.#publish('reply', { id, progress: percent });
  }

  happen(ts: number, identifier: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return this.#publish(`event/${identifier}`, { ts, params });
  }

  /** Send values of a sub-device; resolve when they are acknowledged. */
  sayFor(dev: string, ts: number, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.#publish('sub/props', { items: [{ dev, ts, params }] });
  }

  /** Publish to a forbidden topic; resolve after the answer or the end of the connection. */
  trespass(topic: string): Promise<unknown> {
    return this.#client.publishAsync(topic, '{}', { qos: 1 }).catch(() => undefined);
  }

  /** Write bytes to the socket that the client library would not send. */
  raw(bytes: Buffer): void {
    this.#client.stream.write(bytes);
  }

  close(): Promise<unknown> {
    return this.#client.endAsync(true);
  }
}
