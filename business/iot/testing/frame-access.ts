import { connect } from 'node:net';
import { type IClientOptions, MqttClient } from 'mqtt';
import { expect } from 'vitest';
import WebSocket from 'ws';
import type { TestCaller, TestServer } from '#kernel/testing/test-server.ts';
import type { DevicesPart } from '../ingest/part/devices.server.ts';
import { devicesPartOf, drained } from './devices.ts';

const CONFIG = 'blade-system/device/connect/config';
const CONNECTION = 'iot/connection-service/connection';

export interface AccessConfig {
  readonly id: string;
  readonly connectionId: string;
  readonly secret: string;
  readonly account: string;
}

/** Answer to a frame by HTTP; `bytes` is the content where it is no JSON. */
export interface FrameAnswer {
  readonly status: number;
  readonly reason: string;
  readonly bytes: string;
}

/** Configurations whose devices use the ports of the product, and their devices, for tests. */
export class FrameAccess {
  readonly #server: TestServer;
  readonly #iot: TestCaller;
  readonly #clients: MqttClient[] = [];
  readonly #sockets: WebSocket[] = [];
  #next = 0;

  constructor(server: TestServer, iot: TestCaller) {
    this.#server = server;
    this.#iot = iot;
  }

  get part(): DevicesPart {
    return devicesPartOf(this.#server);
  }

  /** Make a configuration with its fields and secret. */
  async make(over: Readonly<Record<string, unknown>>, fields: readonly object[]): Promise<AccessConfig> {
    this.#next += 1;
    const secret = `secret-of-${this.#next}-0123456789`;
    const account = String(over.account ?? '');
    const { id } = await this.saved({
      name: `接入${this.#next}`,
      ip: '0.0.0.0',
      port: 80,
      deviceConnectMethod: 'push',
      deviceConnectFormat: 'json',
      deviceIdRule: 'json:$.id',
      accessSecret: secret,
      ...over,
    });
    for (const [sort, field] of fields.entries()) {
      const saved = await this.#iot.post(`${CONFIG}/saveOrUpdate/son`, { keyId: id, sort, ...field });
      expect(saved.status, saved.msg).toBe(200);
    }
    await this.part.settle();
    const [connection] = (await this.#iot.get(`${CONNECTION}/page`, { connectConfigId: id })).data.records;
    return { id, connectionId: connection.id, secret, account };
  }

  /** Save a configuration, and let the gateway follow it. */
  async saved(body: Readonly<Record<string, unknown>>): Promise<{ id: string }> {
    const made = await this.#iot.post(`${CONFIG}/saveOrUpdate`, body);
    expect(made.status, made.msg).toBe(200);
    await this.part.settle();
    return made.data as { id: string };
  }

  /** Connect an MQTT client with the account of a configuration; throw the refusal of its login. */
  async client(
    { account, secret }: Pick<AccessConfig, 'account' | 'secret'>,
    { from = '127.0.0.1', ...more }: IClientOptions & { readonly from?: string } = {},
  ): Promise<MqttClient> {
    const port = this.part.listeners.portOf('mqtt') ?? 0;
    const client = new MqttClient(() => connect({ port, host: '127.0.0.1', localAddress: from }), {
      username: account,
      password: secret,
      reconnectPeriod: 0,
      connectTimeout: 5000,
      ...more,
    });
    this.#clients.push(client);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('error', reject);
    });
    return client.on('error', () => undefined);
  }

  async post({ id }: { readonly id: string }, body: string | Uint8Array, token?: string): Promise<FrameAnswer> {
    const answer = await fetch(`http://127.0.0.1:${this.part.listeners.portOf('http')}/iot/c/${id}`, {
      method: 'POST',
      body: body as BodyInit,
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type') === 'application/json';
    return {
      status: answer.status,
      reason: isJson ? String(JSON.parse(bytes.toString()).reason) : '',
      bytes: isJson ? '' : bytes.toString('hex').toUpperCase(),
    };
  }

  /** Open a WebSocket; throw the status of a refusal. */
  async socket({ id }: { readonly id: string }, token: string, isInQuery = true): Promise<WebSocket> {
    const port = this.part.listeners.portOf('http');
    const socket = isInQuery
      ? new WebSocket(`ws://127.0.0.1:${port}/ws/${id}?token=${encodeURIComponent(token)}`)
      : new WebSocket(`ws://127.0.0.1:${port}/ws/${id}`, { headers: { Authorization: `Bearer ${token}` } });
    this.#sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return socket.on('error', () => undefined);
  }

  async row({ connectionId }: AccessConfig): Promise<Record<string, unknown>> {
    await this.part.channels.flush();
    return (await this.#iot.get(`${CONNECTION}/detail`, { id: connectionId })).data;
  }

  async lastError(of: AccessConfig): Promise<string> {
    return String((await this.row(of)).lastError);
  }

  async verdicts({ connectionId }: AccessConfig): Promise<string[]> {
    await this.part.channels.flush();
    const frames = (await this.#iot.get(`${CONNECTION}/frames`, { id: connectionId })).data as { verdict: string }[];
    return frames.map(({ verdict }) => verdict);
  }

  /** The current value of a property of a device; undefined: none is stored. */
  async latest(deviceId: string, name: string): Promise<unknown> {
    await drained(this.part);
    const [row] = await this.#server.tables<{ value: unknown }>(
      'select data->$2 as value from iot_device_latest where device_id = $1',
      [deviceId, name],
    );
    return row?.value;
  }

  async closeAll(): Promise<void> {
    for (const socket of this.#sockets.splice(0)) socket.terminate();
    await Promise.all(this.#clients.splice(0).map((client) => client.endAsync(true)));
  }
}
