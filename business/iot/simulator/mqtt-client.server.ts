import { type Socket, connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import mqtt, { type IPublishPacket, type Packet } from 'mqtt-packet';
import { passwordOf } from '../gateway/password.server.ts';
import { TOPIC_ROOT } from '../gateway/topics.rules.ts';

/** How a simulated device reaches the gateway and logs in. */
export interface ClientOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: boolean;
  readonly modelCode: string;
  readonly deviceKey: string;
  readonly secret: string;
  readonly keepAliveSeconds?: number;
  readonly now: () => number;
  /** Called with each message from the platform; `tail` is the topic after `down/`. */ readonly told?: (
    tail: string,
    payload: Buffer,
  ) => void;
  /** Called when the message with this packet identifier is acknowledged. */
  readonly acknowledged?: (messageId: number) => void;
}

interface Pending {
  readonly packet: Packet;
  readonly settle: (isAcknowledged: boolean) => void;
}

const AGAIN_MS = [1000, 2000, 4000, 8000, 15_000];

/**
 * MQTT 3.1.1 client of a simulated device, over TCP or TLS. It sends unacknowledged messages again after reconnecting,
 * marked as repeated.
 */
export class DeviceClient {
  readonly #of: ClientOptions;
  #socket: Socket | null = null;
  #isOpen = false;
  #isStopped = false;
  #failures = 0;
  #nextId = 1;
  readonly #pending = new Map<number, Pending>();
  #ping: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(of: ClientOptions) {
    this.#of = of;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get unacknowledged(): number {
    return this.#pending.size;
  }

  connect(): void {
    if (this.#isStopped || this.#socket) return;
    const { host, port, tls } = this.#of;
    const socket = tls ? connectTls({ host, port, rejectUnauthorized: false }) : connectTcp({ host, port });
    this.#socket = socket;
    socket.setNoDelay(true);
    const parser = mqtt.parser();
    parser.on('packet', (packet) => this.#take(packet));
    parser.on('error', () => socket.destroy());
    socket.on(tls ? 'secureConnect' : 'connect', () => this.#login());
    socket.on('data', (chunk: Buffer) => parser.parse(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#lost(socket));
  }

  #login(): void {
    const { modelCode, deviceKey, secret, now, keepAliveSeconds = 120 } = this.#of;
    const login = { clientId: `${modelCode}.${deviceKey}`, modelCode, deviceKey, ts: String(now()) };
    this.#write({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: login.clientId,
      keepalive: keepAliveSeconds,
      username: `${deviceKey}&${modelCode}&${login.ts}`,
      password: Buffer.from(passwordOf(secret, login)),
      will: { topic: this.#topic('lwt'), payload: Buffer.from('{"reason":"lost"}'), qos: 1, retain: false },
    });
  }

  #topic(tail: string): string {
    return `${TOPIC_ROOT}/${this.#of.modelCode}/${this.#of.deviceKey}/up/${tail}`;
  }

  #write(packet: Packet): void {
    if (this.#socket && !this.#socket.destroyed) this.#socket.write(mqtt.generate(packet));
  }

  #take(packet: Packet): void {
    if (packet.cmd === 'connack') {
      if (packet.returnCode === 0) this.#opened();
      else this.#socket?.destroy();
    } else if (packet.cmd === 'puback') this.#settle(packet.messageId ?? 0);
    else if (packet.cmd === 'publish') this.#heard(packet);
  }

  #settle(id: number): void {
    this.#pending.get(id)?.settle(true);
    this.#pending.delete(id);
    this.#of.acknowledged?.(id);
  }

  #heard({ topic, payload, qos, messageId }: IPublishPacket): void {
    if (qos === 1) this.#write({ cmd: 'puback', messageId });
    const [, tail] = topic.split('/down/');
    if (tail) this.#of.told?.(tail, typeof payload === 'string' ? Buffer.from(payload) : payload);
  }

  #opened(): void {
    this.#isOpen = true;
    this.#failures = 0;
    const { keepAliveSeconds = 120, modelCode, deviceKey } = this.#of;
    this.#ping = setInterval(() => this.#write({ cmd: 'pingreq' }), keepAliveSeconds * 500);
    this.#ping.unref();
    this.#write({
      cmd: 'subscribe',
      messageId: this.#number(),
      subscriptions: [{ topic: `${TOPIC_ROOT}/${modelCode}/${deviceKey}/down/#`, qos: 1 }],
    });
    for (const { packet } of this.#pending.values()) this.#write({ ...packet, dup: true } as Packet);
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Wait until the connection is open. */
  opened(): Promise<void> {
    return this.#isOpen ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  #lost(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#isOpen = false;
    clearInterval(this.#ping);
    if (this.#isStopped) return;
    const wait = AGAIN_MS[Math.min(this.#failures, AGAIN_MS.length - 1)];
    this.#failures += 1;
    // Random delay, so that thousands of devices that lost their connection together reconnect at different times.
    this.#again = setTimeout(() => this.connect(), wait * (0.5 + Math.random()));
    this.#again.unref();
  }

  #number(): number {
    do this.#nextId = (this.#nextId % 65_535) + 1;
    while (this.#pending.has(this.#nextId));
    return this.#nextId;
  }

  /**
   * Send a message. With quality 1, resolve to true when it is acknowledged, or to false if the client is stopped
   * before.
   */
  publish(tail: string, payload: unknown, qos: 0 | 1 = 1): Promise<boolean> {
    if (qos === 0) return Promise.resolve(this.#hand(tail, payload));
    const messageId = this.#number();
    const packet: Packet = {
      cmd: 'publish',
      topic: this.#topic(tail),
      qos: 1,
      dup: false,
      retain: false,
      messageId,
      payload: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
    };
    return new Promise((settle) => {
      this.#pending.set(messageId, { packet, settle });
      if (this.#isOpen) this.#write(packet);
    });
  }

  /** Send a message of quality 0; return false if the connection is not open. */
  #hand(tail: string, payload: unknown): boolean {
    if (!this.#isOpen) return false;
    this.#write({
      cmd: 'publish',
      topic: this.#topic(tail),
      qos: 0,
      dup: false,
      retain: false,
      payload: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
    });
    return true;
  }

  /** Cut the connection without a disconnect, like a power cut. */
  cut(): void {
    this.#socket?.destroy();
  }

  /** Close the connection and stay offline until `connect`. */
  leave(): void {
    clearTimeout(this.#again);
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    clearInterval(this.#ping);
    socket?.destroy();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#again);
    clearInterval(this.#ping);
    if (this.#isOpen) this.#write({ cmd: 'disconnect' });
    this.#socket?.end();
    for (const { settle } of this.#pending.values()) settle(false);
    this.#pending.clear();
  }
}
