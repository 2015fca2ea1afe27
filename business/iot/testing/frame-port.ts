import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { expect, vi } from 'vitest';
import type { TestCaller, TestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, drained } from './devices.ts';

const CONFIG = 'blade-system/device/connect/config';
const CONNECTION = 'iot/connection-service/connection';

export interface FramePortConfig {
  readonly id: string;
  readonly connectionId: string;
}

/** A configuration of frames with its fields, and sockets to its port, for tests. */
export class FramePort {
  readonly #server: TestServer;
  readonly #iot: TestCaller;
  readonly #sockets: Socket[] = [];

  constructor(server: TestServer, iot: TestCaller) {
    this.#server = server;
    this.#iot = iot;
  }

  /** Make a configuration with its fields, and wait until its port is open. */
  async make(over: object, fields: readonly object[]): Promise<FramePortConfig> {
    const made = await this.configure(over, fields);
    await vi.waitFor(() => expect(devicesPartOf(this.#server).channels.portOf(made.connectionId)).toBeDefined());
    return made;
  }

  /** Make a configuration with its fields. One that waits for devices has a connection then. */
  async configure(over: object, fields: readonly object[]): Promise<FramePortConfig> {
    const made = await this.#iot.post(`${CONFIG}/saveOrUpdate`, {
      ip: '0.0.0.0',
      deviceConnectType: 'tcp_server',
      deviceConnectMethod: 'long',
      deviceConnectFormat: 'hex',
      deviceIdRule: 'field',
      agreementVal: 'AA55',
      startBit: 0,
      endBit: 1,
      ...over,
    });
    expect(made.status, made.msg).toBe(200);
    for (const [sort, field] of fields.entries()) {
      const saved = await this.#iot.post(`${CONFIG}/saveOrUpdate/son`, { keyId: made.data.id, sort, ...field });
      expect(saved.status, saved.msg).toBe(200);
    }
    await devicesPartOf(this.#server).settle();
    const [own] = (await this.#iot.get(`${CONNECTION}/page`, { connectConfigId: made.data.id })).data.records;
    return { id: made.data.id, connectionId: own?.id ?? '' };
  }

  async dial({ connectionId }: FramePortConfig, localAddress = '127.0.0.1'): Promise<Socket> {
    const port = devicesPartOf(this.#server).channels.portOf(connectionId)!;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    this.#sockets.push(socket.on('error', () => undefined));
    await once(socket, 'connect');
    return socket;
  }

  async row({ connectionId }: FramePortConfig): Promise<Record<string, unknown>> {
    await devicesPartOf(this.#server).channels.flush();
    return (await this.#iot.get(`${CONNECTION}/detail`, { id: connectionId })).data;
  }

  async frames({ connectionId }: FramePortConfig): Promise<{ direction: string; verdict: string; hex: string }[]> {
    await devicesPartOf(this.#server).channels.flush();
    return (await this.#iot.get(`${CONNECTION}/frames`, { id: connectionId })).data;
  }

  /** The current value of a property of a device; undefined: none is stored. */
  async latest(deviceId: string, name: string): Promise<unknown> {
    await drained(devicesPartOf(this.#server));
    const [row] = await this.#server.tables<{ value: unknown }>(
      'select data->$2 as value from iot_device_latest where device_id = $1',
      [deviceId, name],
    );
    return row?.value;
  }

  closeAll(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }
}

/** Return bytes with the sum of all of them behind. */
export function summed(hex: string): Buffer {
  const body = Buffer.from(hex, 'hex');
  return Buffer.from([...body, body.reduce((sum, byte) => (sum + byte) & 0xff, 0)]);
}

/** Collect what a socket receives, as hex. */
export function heardBy(socket: Socket): () => string {
  let all = '';
  socket.on('data', (chunk: Buffer) => {
    all += chunk.toString('hex').toUpperCase();
  });
  return () => all;
}
