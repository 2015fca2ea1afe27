import { type Socket, connect } from 'node:net';
import mqtt from 'mqtt-packet';
import { passwordOf } from '#business/iot/gateway/password.server.ts';
import { TOPIC_ROOT } from '#business/iot/gateway/topics.rules.ts';
import { LOAD_MODEL, type LoadDevice, VALUES } from './fleet.ts';

/** Parameters of a load: one connection per device. */
export interface Load {
  readonly port: number;
  readonly devices: readonly LoadDevice[];
  /** Maximum unacknowledged messages of one connection. */ readonly window: number;
  /** Number of values in one message. */ readonly keys: number;
  /** Messages a second of one connection; absent: as many as `window` allows. */ readonly perSecond?: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly acknowledged: number;
  readonly seconds: number;
  /** Milliseconds from a message to its acknowledgement, median. */ readonly p50: number;
  readonly p99: number;
}

const topicOf = ({ deviceKey }: LoadDevice): string => `${TOPIC_ROOT}/${LOAD_MODEL}/${deviceKey}/up/props`;

function loginPacket({ deviceKey, secret }: LoadDevice): Buffer {
  const login = { clientId: `${LOAD_MODEL}.${deviceKey}`, modelCode: LOAD_MODEL, deviceKey, ts: String(Date.now()) };
  return mqtt.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: login.clientId,
    keepalive: 300,
    username: `${deviceKey}&${LOAD_MODEL}&${login.ts}`,
    password: Buffer.from(passwordOf(secret, login)),
  });
}

/** A connection that writes prepared bytes, so that the load program costs less than the gateway. */
class LoadLine {
  readonly #socket: Socket;
  readonly #topic: string;
  readonly #of: Load;
  readonly #note: (ms: number) => void;
  readonly #sentAt = new Map<number, number>();
  #id = 0;
  #ts: number;
  #isSending = false;
  constructor(of: Load, device: LoadDevice, opened: () => void, note: (ms: number) => void) {
    this.#of = of;
    this.#note = note;
    this.#topic = topicOf(device);
    this.#ts = Date.now() - 3_600_000;
    this.#socket = connect({ host: '127.0.0.1', port: of.port, noDelay: true }, () =>
      this.#socket.write(loginPacket(device)),
    );
    let isOpen = false;
    this.#socket.on('data', (bytes: Buffer) => {
      let at = 0;
      if (!isOpen) {
        isOpen = true;
        at = 4;
        opened();
      }
      for (; at + 4 <= bytes.length; at += 4) this.#acknowledged(bytes.readUInt16BE(at + 2));
    });
    this.#socket.on('error', () => undefined);
  }

  #acknowledged(id: number): void {
    const sent = this.#sentAt.get(id);
    this.#sentAt.delete(id);
    if (sent !== undefined) this.#note(performance.now() - sent);
    if (this.#isSending && this.#of.perSecond === undefined) this.send();
  }

  send(): void {
    this.#id = (this.#id % 65_535) + 1;
    this.#ts += 1;
    let values = '';
    for (let at = 0; at < this.#of.keys; at += 1)
      values += `${at ? ',' : ''}"${VALUES[at]}":${(this.#ts % 977) + at / 10}`;
    this.#sentAt.set(this.#id, performance.now());
    this.#socket.write(
      mqtt.generate({
        cmd: 'publish',
        topic: this.#topic,
        qos: 1,
        dup: false,
        retain: false,
        messageId: this.#id,
        payload: `{"ts":${this.#ts},"params":{${values}}}`,
      }),
    );
  }

  begin(): void {
    this.#isSending = true;
    if (this.#of.perSecond === undefined) for (let n = 0; n < this.#of.window; n += 1) this.send();
  }

  get waiting(): number {
    return this.#sentAt.size;
  }

  stop(): void {
    this.#isSending = false;
  }

  close(): void {
    this.#socket.destroy();
  }
}

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Open the connections, a hundred at a time, and run `work` while they are open. */
export async function withLines<T>(of: Load, work: (run: () => Promise<LoadResult>) => Promise<T>): Promise<T> {
  let times: number[] = [];
  const lines: LoadLine[] = [];
  for (let at = 0; at < of.devices.length; at += 100) {
    const opened = of.devices.slice(at, at + 100).map(
      (device) =>
        new Promise<void>((resolve) => {
          lines.push(new LoadLine(of, device, resolve, (ms) => times.push(ms)));
        }),
    );
    await Promise.all(opened);
  }
  const run = async (): Promise<LoadResult> => {
    times = [];
    const began = performance.now();
    for (const line of lines) line.begin();
    let timer: NodeJS.Timeout | undefined;
    if (of.perSecond !== undefined) {
      // Each tick sends on another fiftieth of the connections, so that the messages are spread evenly over time.
      let turn = 0;
      timer = setInterval(() => {
        for (let at = turn; at < lines.length; at += 50) lines[at].send();
        turn = (turn + 1) % 50;
      }, 20 / of.perSecond);
    }
    await sleep(of.seconds * 1000);
    clearInterval(timer);
    for (const line of lines) line.stop();
    while (lines.some((line) => line.waiting > 0)) await sleep(10);
    const seconds = (performance.now() - began) / 1000;
    const sorted = times.toSorted((a, b) => a - b);
    return {
      acknowledged: sorted.length,
      seconds,
      p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
      p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    };
  };
  try {
    return await work(run);
  } finally {
    for (const line of lines) line.close();
  }
}
