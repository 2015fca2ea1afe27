import type { Duplex } from 'node:stream';
import mqtt, {
  type IConnectPacket,
  type IPublishPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
  type Parser,
} from 'mqtt-packet';
import type { DeviceIdentity, DeviceLine, Gate } from './gate.server.ts';
import { readLogin } from './login.rules.ts';
import { MOST_PACKET, MOST_PAYLOAD, PacketSizes } from './packet-size.rules.ts';
import { connectRefusals, reasonCodes } from './reason-codes.rules.ts';
import { type Rate, TokenBucket } from './token-bucket.rules.ts';
import { downTopic, mayPublish, maySubscribe, takes } from './topics.rules.ts';

/** Whoever says nothing for so long after he connected is no device. */
const CONNECT_WITHIN_MS = 10_000;
/** Messages of one line that nobody has stored yet: above the first it is read no further, below the second it is again. */
const MOST_WAITING = 500;
const FEW_WAITING = 250;
/** Of MQTT 5; devices of 3.1.1 are held by the numbers above. */
const RECEIVE_MAXIMUM = 100;
/** What was sent to a device and not yet acknowledged. */
const MOST_UNACKED = 100;
const MOST_SUBSCRIPTIONS = 20;
const MOST_EARLY = 100;

export interface LineOptions {
  readonly rate: Rate;
  readonly now: () => number;
  /** What the device is told of its own address in logs. */ readonly address: string;
  /** A fault of the product while it served this line. */ readonly report: (error: Error) => void;
}

type State = 'new' | 'connecting' | 'open' | 'closed';

const bytesOf = (payload: string | Buffer): Buffer => (typeof payload === 'string' ? Buffer.from(payload) : payload);

/** One connection that speaks MQTT 3.1, 3.1.1 or 5, over whatever carries bytes. */
export class MqttLine implements DeviceLine {
  readonly address: string;
  readonly since: number;
  readonly #stream: Duplex;
  readonly #gate: Gate;
  readonly #of: LineOptions;
  readonly #sizes = new PacketSizes();
  #parser: Parser | null = null;
  #state: State = 'new';
  #version: 3 | 4 | 5 = 4;
  #device: DeviceIdentity | null = null;
  #bucket: TokenBucket | null = null;
  #keepAliveMs = 0;
  #lastHeard: number;
  #isClean = false;
  #will: IConnectPacket['will'];
  /** What came right behind the login. */ readonly #early: Packet[] = [];
  #waiting = 0;
  #isPaused = false;
  #isCorked = false;
  /** Numbers of messages of quality 2 that are safe and not yet released. */ #received: Set<number> | null = null;
  #subscriptions: Map<string, 0 | 1> | null = null;
  #nextId = 1;
  #unacked: Map<number, (() => void) | undefined> | null = null;

  constructor(stream: Duplex, gate: Gate, of: LineOptions) {
    this.#stream = stream;
    this.#gate = gate;
    this.#of = of;
    this.address = of.address;
    this.since = of.now();
    this.#lastHeard = this.since;
    stream.on('data', (chunk: Buffer) => this.#serve(() => this.#hear(chunk)));
    for (const end of ['error', 'close', 'end']) stream.on(end, () => this.#serve(() => this.#drop()));
  }

  /** Run what serves this line. Whatever it throws ends this line alone; every way into this class goes through here. */
  #serve(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failed(error as Error);
    }
  }

  #failed(error: Error): void {
    this.#of.report(error);
    try {
      this.#leave(reasonCodes.protocolError);
    } catch (second) {
      this.#of.report(second as Error);
      this.#stream.destroy();
    }
  }

  /** Has the device been silent for longer than it said? Asked every few seconds of all lines. */
  sweep(now: number): void {
    const patience = this.#state === 'open' ? this.#keepAliveMs * 1.5 : CONNECT_WITHIN_MS;
    if (patience > 0 && now - this.#lastHeard > patience) this.#serve(() => this.#drop());
  }

  get device(): DeviceIdentity | null {
    return this.#device;
  }

  #hear(chunk: Buffer): void {
    if (this.#state === 'closed') return;
    this.#lastHeard = this.#of.now();
    if (!this.#sizes.accept(chunk)) {
      this.#leave(reasonCodes.packetTooLarge);
      return;
    }
    this.#parser ??= this.#makeParser();
    this.#parser.parse(chunk);
  }

  #makeParser(): Parser {
    const parser = mqtt.parser();
    parser.on('packet', (packet) => {
      if (this.#state !== 'closed') this.#take(packet);
    });
    parser.on('error', () => this.#leave(reasonCodes.malformed));
    return parser;
  }

  #take(packet: Packet): void {
    if (this.#state === 'new') {
      if (packet.cmd === 'connect') this.#connect(packet).catch((error: unknown) => this.#failed(error as Error));
      else this.#drop();
    } else if (this.#state === 'connecting') {
      // MQTT lets a client go on before it was answered.
      if (this.#early.push(packet) > MOST_EARLY) this.#drop();
    } else this.#takeOpen(packet);
  }

  #takeOpen(packet: Packet): void {
    switch (packet.cmd) {
      case 'publish':
        this.#publish(packet);
        return;
      case 'pubrel':
      case 'puback':
        this.#confirmed(packet.cmd, packet.messageId ?? 0);
        return;
      case 'subscribe':
        this.#subscribe(packet);
        return;
      case 'unsubscribe':
        this.#unsubscribe(packet);
        return;
      case 'pingreq':
        this.#write({ cmd: 'pingresp' });
        return;
      case 'disconnect':
        // MQTT 5 may ask for the will all the same.
        this.#isClean = packet.reasonCode !== 4;
        if (this.#isClean) this.#will = undefined;
        this.#drop();
        return;
      default:
        this.#leave(reasonCodes.protocolError);
    }
  }

  #confirmed(cmd: 'pubrel' | 'puback', id: number): void {
    if (cmd === 'puback') {
      const acknowledged = this.#unacked?.get(id);
      this.#unacked?.delete(id);
      acknowledged?.();
    } else {
      this.#received?.delete(id);
      this.#write({ cmd: 'pubcomp', messageId: id, reasonCode: 0 });
    }
  }

  async #connect(packet: IConnectPacket): Promise<void> {
    this.#state = 'connecting';
    this.#version = packet.protocolVersion ?? 4;
    this.#stream.pause();
    const login = readLogin(packet.clientId, packet.username ?? '');
    const answer = login
      ? await this.#gate.login(login, packet.password?.toString() ?? '', this.address).catch((): 'away' => 'away')
      : ('unknown' as const);
    if ((this.#state as State) === 'closed') return;
    if (typeof answer === 'string') {
      this.#refuse(answer);
      return;
    }
    this.#device = answer;
    this.#state = 'open';
    this.#will = packet.will;
    this.#keepAliveMs = (packet.keepalive ?? 0) * 1000;
    this.#bucket = new TokenBucket(this.#of.rate, this.#of.now());
    this.#write({
      cmd: 'connack',
      returnCode: 0,
      reasonCode: 0,
      // Nothing is kept for a device here but what stands in its tables: it subscribes anew.
      sessionPresent: false,
      ...(this.#version === 5 && {
        properties: {
          receiveMaximum: RECEIVE_MAXIMUM,
          maximumPacketSize: MOST_PACKET,
          topicAliasMaximum: 0,
          retainAvailable: false,
          sharedSubscriptionAvailable: false,
          subscriptionIdentifiersAvailable: false,
          sessionExpiryInterval: 0,
        },
      }),
    });
    this.#gate.opened(answer, this);
    for (const early of this.#early.splice(0)) if ((this.#state as State) === 'open') this.#take(early);
    this.#stream.resume();
  }

  #refuse(why: keyof typeof connectRefusals): void {
    const { three, five } = connectRefusals[why];
    this.#write({ cmd: 'connack', returnCode: three, reasonCode: five, sessionPresent: false });
    this.#state = 'closed';
    this.#end();
  }

  /** Says goodbye; who does not answer it is cut off. */
  #end(): void {
    this.#stream.end();
    setTimeout(() => this.#stream.destroy(), 1000).unref();
  }

  #publish(packet: IPublishPacket): void {
    const device = this.#device!;
    const payload = bytesOf(packet.payload);
    if (payload.length > MOST_PAYLOAD) {
      this.#leave(reasonCodes.packetTooLarge);
      return;
    }
    // What may not be published costs as much as what may.
    if (!this.#isInRate(packet.qos)) return;
    const tail = mayPublish(device, packet.topic);
    if (tail === null || (device.isRegistering && tail !== 'register')) {
      this.#trespass(device, packet);
      return;
    }
    if (!this.#isKnown(packet)) this.#hand(device, tail, payload, packet);
  }

  /** Of quality 2: safe already, and told again. */
  #isKnown({ qos, messageId: id = 0 }: IPublishPacket): boolean {
    const isKnown = qos === 2 && this.#received?.has(id) === true;
    if (isKnown) this.#write({ cmd: 'pubrec', messageId: id, reasonCode: 0 });
    return isKnown;
  }

  #hand(device: DeviceIdentity, tail: string, payload: Buffer, packet: IPublishPacket): void {
    const id = packet.messageId ?? 0;
    this.#waiting += 1;
    if (this.#waiting >= MOST_WAITING || this.#gate.isFull) this.#pause();
    this.#gate.message(
      device,
      { tail, payload, address: this.address, packetId: packet.qos > 0 ? id : null, isAgain: packet.dup },
      (isSafe) => this.#serve(() => this.#stored(packet.qos, id, isSafe)),
    );
  }

  /** MQTT 5 hears why; before it, the line ends. */
  #trespass(device: DeviceIdentity, { topic, qos, messageId }: IPublishPacket): void {
    this.#gate.trespassed(device, { topic, address: this.address });
    if (this.#version === 5 && qos > 0)
      this.#write({ cmd: qos === 2 ? 'pubrec' : 'puback', messageId, reasonCode: reasonCodes.notAuthorized });
    else this.#drop();
  }

  /** Beyond its rate a device is read more slowly; what it need not hear about is dropped. */
  #isInRate(qos: 0 | 1 | 2): boolean {
    const delay = this.#bucket!.take(this.#of.now());
    if (delay === 0) return true;
    if (qos === 0) return false;
    this.#pauseFor(delay);
    return true;
  }

  /** Only what is safe is acknowledged: the rest comes again. */
  #stored(qos: 0 | 1 | 2, id: number, isSafe: boolean): void {
    this.#waiting -= 1;
    if (this.#state === 'open' && isSafe && qos === 1) this.#acknowledge(id);
    if (this.#state === 'open' && isSafe && qos === 2) {
      (this.#received ??= new Set()).add(id);
      this.#write({ cmd: 'pubrec', messageId: id, reasonCode: 0 });
    }
    if (this.#isPaused && this.#waiting <= FEW_WAITING && !this.#gate.isFull) this.#resume();
  }

  /** The shortest form is the same in all versions (3.1.1 §3.4, 5.0 §3.4.2.1); acknowledgements of a batch go over the line in one piece. */
  #acknowledge(id: number): void {
    if (this.#stream.writableEnded || this.#stream.destroyed) return;
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#stream.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.#stream.uncork();
      });
    }
    this.#stream.write(Buffer.from([0x40, 2, id >> 8, id & 0xff]));
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#stream.pause();
    if (this.#gate.isFull) this.#gate.whenRelieved(() => this.#serve(() => this.#resume()));
  }

  #resume(): void {
    if (!this.#isPaused || this.#waiting > FEW_WAITING) return;
    this.#isPaused = false;
    this.#stream.resume();
  }

  #pauseFor(ms: number): void {
    this.#stream.pause();
    const goOn = (): void => {
      if (!this.#isPaused && this.#state === 'open') this.#stream.resume();
    };
    setTimeout(() => this.#serve(goOn), ms).unref();
  }

  #subscribe(packet: ISubscribePacket): void {
    if (packet.subscriptions.length === 0) {
      this.#leave(reasonCodes.protocolError);
      return;
    }
    const device = this.#device!;
    const granted = packet.subscriptions.map(({ topic, qos }) => {
      const may =
        !topic.startsWith('$share/') &&
        maySubscribe(device, topic) &&
        (this.#subscriptions?.size ?? 0) < MOST_SUBSCRIPTIONS;
      if (!may) {
        // A filter that is not allowed costs as much as a message.
        this.#isInRate(1);
        this.#gate.trespassed(device, { topic, address: this.address });
        return this.#version === 5 ? reasonCodes.notAuthorized : 0x80;
      }
      const taken = qos === 0 ? 0 : 1;
      (this.#subscriptions ??= new Map()).set(topic, taken);
      return taken;
    });
    this.#write({ cmd: 'suback', messageId: packet.messageId, granted });
  }

  #unsubscribe(packet: IUnsubscribePacket): void {
    if (packet.unsubscriptions.length === 0) {
      this.#leave(reasonCodes.protocolError);
      return;
    }
    const granted = packet.unsubscriptions.map((topic) => (this.#subscriptions?.delete(topic) ? 0 : 0x11));
    this.#write({ cmd: 'unsuback', messageId: packet.messageId, granted });
  }

  send(tail: string, payload: unknown, qos: 0 | 1, acknowledged?: () => void): void {
    this.#serve(() => this.#send(tail, payload, qos, acknowledged));
  }

  #send(tail: string, payload: unknown, qos: 0 | 1, acknowledged: (() => void) | undefined): void {
    if (this.#state !== 'open' || !this.#device) return;
    const topic = downTopic(this.#device, tail);
    const level = this.#levelOf(topic, qos);
    if (level === null || (level === 1 && (this.#unacked?.size ?? 0) >= MOST_UNACKED)) return;
    const packet: Packet = {
      cmd: 'publish',
      topic,
      qos: level,
      dup: false,
      retain: false,
      payload: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
      ...(level === 1 && { messageId: this.#nextId }),
    };
    if (level === 1) {
      (this.#unacked ??= new Map()).set(this.#nextId, acknowledged);
      this.#nextId = (this.#nextId % 65_535) + 1;
    }
    this.#write(packet);
  }

  /** The quality in which a topic is wanted; null: it is not. */
  #levelOf(topic: string, qos: 0 | 1): 0 | 1 | null {
    const wanted = [...(this.#subscriptions ?? [])].filter(([filter]) => takes(filter, topic)).map(([, most]) => most);
    return wanted.length === 0 ? null : (Math.min(qos, Math.max(...wanted)) as 0 | 1);
  }

  end(reason: 'takenOver' | 'notAllowed' | 'stopping'): void {
    if (reason !== 'stopping') this.#will = undefined;
    const code = {
      takenOver: reasonCodes.takenOver,
      notAllowed: reasonCodes.notAuthorized,
      stopping: reasonCodes.stopping,
    }[reason];
    this.#serve(() => this.#leave(code));
  }

  /** MQTT 5 says why a line ends, before it does. */
  #leave(reasonCode: number): void {
    if (this.#version === 5 && this.#state === 'open') this.#write({ cmd: 'disconnect', reasonCode });
    this.#drop();
  }

  #write(packet: Packet): void {
    if (this.#stream.writableEnded || this.#stream.destroyed) return;
    this.#stream.write(mqtt.generate(packet, { protocolVersion: this.#version }));
    // Whoever does not read what he is told is no device.
    if (this.#stream.writableLength > 2 ** 20) this.#drop();
  }

  #drop(): void {
    if (this.#state === 'closed') return;
    const wasOpen = this.#state === 'open';
    this.#state = 'closed';
    this.#end();
    this.#parser = null;
    const device = this.#device;
    if (!wasOpen || !device) return;
    const will = this.#will;
    if (will) this.#serve(() => this.#sayWill(device, will));
    this.#gate.closed(device, this, this.#isClean);
  }

  /** The last will is a message like any other, and as bound to the topics of its device. */
  #sayWill(device: DeviceIdentity, will: NonNullable<IConnectPacket['will']>): void {
    const tail = mayPublish(device, will.topic);
    const payload = bytesOf(will.payload);
    if (tail !== null && payload.length <= MOST_PAYLOAD)
      this.#gate.message(device, { tail, payload, address: this.address, packetId: null, isAgain: false }, () => {});
  }
}
