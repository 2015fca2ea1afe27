import { type Socket, connect as connectTcp } from 'node:net';
import mqtt, { type Packet } from 'mqtt-packet';
import { expect } from 'vitest';
import type { TestDevice } from './devices.ts';
import { loginPacket } from './login-packet.ts';

/** Return a text as an MQTT string: two bytes of length, then UTF-8. */
export const wireText = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text as string);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};

/** Return a packet of arbitrary content with a correct length. */
export function wirePacket(first: number, ...parts: readonly (Buffer | readonly number[] | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((one) => (typeof one === 'string' ? wireText(one) : Buffer.from(one as Buffer))),
  );
  const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7];
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

/** A TCP connection on which a test sends arbitrary bytes; for tests only. */
export class RawLine {
  readonly heard: Packet[] = [];
  isClosed = false;
  readonly #socket: Socket;

  constructor(port: number, version: 3 | 4 | 5 = 4) {
    this.#socket = connectTcp(port, '127.0.0.1');
    const parser = mqtt.parser({ protocolVersion: version });
    parser.on('packet', (packet) => this.heard.push(packet)).on('error', () => undefined);
    this.#socket
      .on('error', () => undefined)
      .on('close', () => {
        this.isClosed = true;
      })
      .on('data', (chunk: Buffer) => parser.parse(chunk));
  }

  static async login(port: number, device: TestDevice, version: 3 | 4 | 5, ts: number): Promise<RawLine> {
    const line = new RawLine(port, version);
    line.send(mqtt.generate(loginPacket(device, version, ts), { protocolVersion: version }));
    await expect.poll(() => line.heard.map(({ cmd }) => cmd), { interval: 5 }).toEqual(['connack']);
    expect(line.heard.pop()).toMatchObject(version === 5 ? { reasonCode: 0 } : { returnCode: 0 });
    return line;
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** Wait until the connection is closed; return the code of the last CONNACK or DISCONNECT, or null. */
  async code(): Promise<number | null> {
    await expect.poll(() => this.isClosed, { interval: 5 }).toBe(true);
    const last = this.heard.at(-1);
    if (last?.cmd === 'connack') return last.reasonCode ?? last.returnCode ?? null;
    return last?.cmd === 'disconnect' ? (last.reasonCode ?? 0) : null;
  }

  end(): void {
    this.#socket.destroy();
  }
}
