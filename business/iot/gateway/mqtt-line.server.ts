import type { Duplex } from 'node:stream';
import mqtt, { type Packet } from 'mqtt-packet';
import { AckOrder, type Acknowledged } from './ack-order.rules.ts';
import type { DeviceIdentity, DeviceLine, Gate } from './gate.server.ts';
import { readLogin } from './login.rules.ts';
import { BadPacket } from './packets/bad-packet.rules.ts';
import { PacketFrames } from './packets/packet-frames.rules.ts';
import { MAX_PACKET, MAX_PAYLOAD } from './packets/packet-size.rules.ts';
import type { ConnectPacket, Will } from './packets/read-connect.rules.ts';
import { type ClientPacket, type PublishPacket, type Subscription, readPacket } from './packets/read-packet.rules.ts';
import { connectRefusals, reasonCodes, refusedCode } from './reason-codes.rules.ts';
import { type Rate, TokenBucket } from './token-bucket.rules.ts';
import { downTopic, isFilter, mayPublish, maySubscribe, takes } from './topics.rules.ts';

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

/** A number that a device sent with its login; absent: there is no limit. */
const limitOf = ({ properties }: ConnectPacket, name: string): number =>
  typeof properties[name] === 'number' ? properties[name] : Number.POSITIVE_INFINITY;

/** One connection that speaks MQTT 3.1, 3.1.1 or 5, over whatever carries bytes. */
export class MqttLine implements DeviceLine {
  readonly address: string;
  readonly since: number;
  readonly #stream: Duplex;
  readonly #gate: Gate;
  readonly #of: LineOptions;
  readonly #frames = new PacketFrames();
  #state: State = 'new';
  #version: 3 | 4 | 5 = 4;
  #device: DeviceIdentity | null = null;
  #bucket: TokenBucket | null = null;
  #keepAliveMs = 0;
  #lastHeard: number;
  #isClean = false;
  #will: Will | null = null;
  /** Packets that arrived before the login was answered. */ readonly #early: ClientPacket[] = [];
  #waiting = 0;
  #isPaused = false;
  #isCorked = false;
  /** Numbers of messages of quality 2 that are safe and not yet released. */ #received: Set<number> | null = null;
  #subscriptions: Map<string, 0 | 1> | null = null;
  #nextId = 1;
  #unacked: Map<number, (() => void) | undefined> | null = null;
  #acks: AckOrder | null = null;
  /** Limits of the device: bytes of a packet, and unacknowledged messages. */ #mostBytes = Number.POSITIVE_INFINITY;
  #mostUnacked = MOST_UNACKED;
  #mayExpire = false;

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
    try {
      for (const frame of this.#frames.take(chunk)) {
        this.#take(readPacket(frame, this.#version));
        if ((this.#state as State) === 'closed') return;
      }
    } catch (error) {
      if (!(error instanceof BadPacket)) throw error;
      this.#refusePacket(error);
    }
  }

  /** A login is answered by the form of its level; of one that nobody knows, by that of 3.1.1. */
  #refusePacket({ code, level }: BadPacket): void {
    if (this.#device && code === reasonCodes.packetTooLarge) this.#gate.discarded(this.#device, 'large');
    if (this.#state !== 'new') this.#leave(code);
    else if (code === reasonCodes.wrongVersion) this.#refuse(connectRefusals.version);
    else if (level === 5) {
      this.#version = 5;
      this.#refuse({ three: 0, five: code });
    } else this.#drop();
  }

  #take(packet: ClientPacket): void {
    if (this.#state === 'new') {
      if (packet.cmd === 'connect') this.#connect(packet).catch((error: unknown) => this.#failed(error as Error));
      else this.#drop();
    } else if (this.#state === 'connecting') {
      // MQTT lets a client go on before it was answered.
      if (this.#early.push(packet) > MOST_EARLY) this.#drop();
    } else this.#takeOpen(packet);
  }

  #takeOpen(packet: ClientPacket): void {
    switch (packet.cmd) {
      case 'publish':
        this.#publish(packet);
        return;
      case 'pubrel':
      case 'puback':
        this.#confirmed(packet.cmd, packet);
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
        this.#goodbye(packet.code, packet.properties.sessionExpiryInterval);
        return;
      default:
        this.#leave(reasonCodes.protocolError);
    }
  }

  /** MQTT 5 may ask for the will all the same; a session that ends with its line may not be prolonged by it. */
  #goodbye(code: number, expiry: unknown): void {
    if (typeof expiry === 'number' && expiry > 0 && !this.#mayExpire) {
      this.#leave(reasonCodes.protocolError);
      return;
    }
    this.#isClean = code === 0;
    if (this.#isClean) this.#will = null;
    this.#drop();
  }

  #confirmed(cmd: 'pubrel' | 'puback', { id, code }: { readonly id: number; readonly code: number }): void {
    if (cmd === 'puback') {
      const acknowledged = this.#unacked?.get(id);
      this.#unacked?.delete(id);
      // A code of failure says that the device threw it away.
      if (code < 0x80) acknowledged?.();
    } else {
      const isKnown = this.#received?.delete(id) === true;
      this.#write({ cmd: 'pubcomp', messageId: id, reasonCode: isKnown ? 0 : reasonCodes.noSuchPacket });
    }
  }

  async #connect(packet: ConnectPacket): Promise<void> {
    this.#state = 'connecting';
    this.#version = packet.version;
    this.#mostBytes = limitOf(packet, 'maximumPacketSize');
    this.#mostUnacked = Math.min(MOST_UNACKED, limitOf(packet, 'receiveMaximum'));
    this.#mayExpire =
      packet.properties.sessionExpiryInterval !== undefined && packet.properties.sessionExpiryInterval !== 0;
    this.#stream.pause();
    const answer = await this.#answer(packet);
    if ((this.#state as State) === 'closed') return;
    if (typeof answer === 'string') {
      this.#refuse(connectRefusals[answer]);
      return;
    }
    this.#device = answer;
    this.#state = 'open';
    this.#will = packet.will;
    this.#keepAliveMs = packet.keepAlive * 1000;
    this.#bucket = new TokenBucket(this.#of.rate, this.#of.now());
    this.#welcome();
    if ((this.#state as State) === 'closed') return;
    this.#gate.opened(answer, this);
    for (const early of this.#early.splice(0)) if ((this.#state as State) === 'open') this.#take(early);
    this.#stream.resume();
  }

  async #answer({
    clientId,
    isClean,
    username,
    password,
  }: ConnectPacket): Promise<DeviceIdentity | keyof typeof connectRefusals> {
    if (clientId === '' && (this.#version === 5 || !isClean)) return 'clientId';
    const login = readLogin(clientId, username ?? '');
    if (!login) return 'unknown';
    return this.#gate.login(login, password?.toString() ?? '', this.address).catch((): 'away' => 'away');
  }

  /** A device that cannot take even this answer hears nothing, and its line ends. */
  #welcome(): void {
    const isWritten = this.#write({
      cmd: 'connack',
      returnCode: 0,
      reasonCode: 0,
      // Nothing is kept for a device here but what stands in its tables: it subscribes anew.
      sessionPresent: false,
      ...(this.#version === 5 && {
        properties: {
          receiveMaximum: RECEIVE_MAXIMUM,
          maximumPacketSize: MAX_PACKET,
          topicAliasMaximum: 0,
          retainAvailable: false,
          sharedSubscriptionAvailable: false,
          subscriptionIdentifiersAvailable: false,
          sessionExpiryInterval: 0,
        },
      }),
    });
    if (!isWritten) this.#drop();
  }

  #refuse({ three, five }: { readonly three: number; readonly five: number }): void {
    this.#write({ cmd: 'connack', returnCode: three, reasonCode: five, sessionPresent: false });
    this.#state = 'closed';
    this.#end();
  }

  /** Says goodbye; who does not answer it is cut off. */
  #end(): void {
    this.#stream.end();
    setTimeout(() => this.#stream.destroy(), 1000).unref();
  }

  #publish(packet: PublishPacket): void {
    const device = this.#device!;
    if (packet.payload.length > MAX_PAYLOAD) {
      this.#gate.discarded(device, 'large');
      this.#leave(reasonCodes.packetTooLarge);
      return;
    }
    // Count a forbidden message against the rate like an allowed one.
    if (!this.#isInRate(packet.qos)) {
      this.#gate.discarded(device, 'rate');
      return;
    }
    const tail = mayPublish(device, packet.topic);
    if (tail === null || (device.isRegistering && tail !== 'register')) {
      this.#trespass(device, packet);
      return;
    }
    if (!this.#isKnown(packet)) this.#hand(device, tail, packet);
  }

  /** The place of a message among those that wait for their acknowledgement. */
  #begin(qos: 1 | 2, id: number): Acknowledged {
    return (this.#acks ??= new AckOrder()).begin(qos, id);
  }

  /** Of quality 2: safe already, and told again. */
  #isKnown({ qos, id }: PublishPacket): boolean {
    const isKnown = qos === 2 && this.#received?.has(id) === true;
    if (isKnown) this.#settle(this.#begin(2, id), 0);
    return isKnown;
  }

  #hand(device: DeviceIdentity, tail: string, { qos, id, payload, isAgain }: PublishPacket): void {
    this.#waiting += 1;
    if (this.#waiting >= MOST_WAITING || this.#gate.isFull) this.#pause();
    const place = qos === 0 ? null : this.#begin(qos, id);
    this.#gate.message(
      device,
      { tail, payload, address: this.address, packetId: qos > 0 ? id : null, isAgain },
      (isSafe, refused) => this.#serve(() => this.#stored(place, isSafe, refused)),
    );
  }

  /** MQTT 5 hears why; before it, the line ends. */
  #trespass(device: DeviceIdentity, { topic, qos, id }: PublishPacket): void {
    this.#gate.trespassed(device, { topic, address: this.address });
    if (this.#version === 5 && qos > 0) this.#settle(this.#begin(qos as 1 | 2, id), reasonCodes.notAuthorized);
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

  /** Only what is safe is acknowledged: the rest comes again. MQTT 5 hears what was thrown away, and why. */
  #stored(place: Acknowledged | null, isSafe: boolean, refused: string | undefined): void {
    this.#waiting -= 1;
    const code = refused === undefined || this.#version < 5 ? 0 : refusedCode(refused);
    if (place) this.#settle(place, isSafe ? code : null);
    if (this.#isPaused && this.#waiting <= FEW_WAITING && !this.#gate.isFull) this.#resume();
  }

  #settle(place: Acknowledged, code: number | null): void {
    for (const one of this.#acks!.settle(place, code))
      if (this.#state === 'open' && typeof one.code === 'number') this.#acknowledge(one.qos, one.id, one.code);
  }

  /**
   * The shortest form is the same in all versions (3.1.1 §3.4, 5.0 §3.4.2.1), and a code is one byte more; acknowledgements of a batch go over
   * the line in one piece.
   */
  #acknowledge(qos: 1 | 2, id: number, code: number): void {
    if (this.#stream.writableEnded || this.#stream.destroyed) return;
    if (qos === 2 && code < reasonCodes.unspecified) (this.#received ??= new Set()).add(id);
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#stream.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.#stream.uncork();
      });
    }
    const first = qos === 1 ? 0x40 : 0x50;
    this.#stream.write(Buffer.from(code === 0 ? [first, 2, id >> 8, id & 0xff] : [first, 3, id >> 8, id & 0xff, code]));
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

  #subscribe({ id, subscriptions }: ClientPacket & { cmd: 'subscribe' }): void {
    const granted = subscriptions.map((one) => this.#grant(one));
    this.#write({ cmd: 'suback', messageId: id, granted });
  }

  /** The quality that is granted, or why none is; before MQTT 5 there is one word for that. */
  #grant({ filter, qos }: Subscription): number {
    const code = this.#refusalOf(filter);
    if (code !== null) return this.#version === 5 ? code : reasonCodes.unspecified;
    const taken = qos === 0 ? 0 : 1;
    (this.#subscriptions ??= new Map()).set(filter, taken);
    return taken;
  }

  #refusalOf(filter: string): number | null {
    const device = this.#device!;
    if (filter.startsWith('$share/')) return reasonCodes.noSharedSubscriptions;
    if (!isFilter(filter)) return reasonCodes.filterInvalid;
    if (!maySubscribe(device, filter)) {
      // A filter that is not allowed costs as much as a message.
      this.#isInRate(1);
      this.#gate.trespassed(device, { topic: filter, address: this.address });
      return reasonCodes.notAuthorized;
    }
    const isNew = this.#subscriptions?.has(filter) !== true;
    return isNew && (this.#subscriptions?.size ?? 0) >= MOST_SUBSCRIPTIONS ? reasonCodes.quotaExceeded : null;
  }

  #unsubscribe({ id, filters }: ClientPacket & { cmd: 'unsubscribe' }): void {
    const granted = filters.map((filter) => (this.#subscriptions?.delete(filter) ? 0 : reasonCodes.noSubscription));
    this.#write({ cmd: 'unsuback', messageId: id, granted });
  }

  send(tail: string, payload: unknown, qos: 0 | 1, acknowledged?: () => void): void {
    this.#serve(() => this.#send(tail, payload, qos, acknowledged));
  }

  #send(tail: string, payload: unknown, qos: 0 | 1, acknowledged: (() => void) | undefined): void {
    if (this.#state !== 'open' || !this.#device) return;
    const topic = downTopic(this.#device, tail);
    const level = this.#levelOf(topic, qos);
    if (level === null || (level === 1 && this.#isFullOfUnacked())) return;
    const packet: Packet = {
      cmd: 'publish',
      topic,
      qos: level,
      dup: false,
      retain: false,
      payload: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
      ...(level === 1 && { messageId: this.#nextId }),
    };
    const bytes = mqtt.generate(packet, { protocolVersion: this.#version });
    if (bytes.length > this.#mostBytes) return;
    if (level === 1) this.#awaitAck(acknowledged);
    this.#writeBytes(bytes);
  }

  #isFullOfUnacked(): boolean {
    return (this.#unacked?.size ?? 0) >= this.#mostUnacked;
  }

  #awaitAck(acknowledged: (() => void) | undefined): void {
    (this.#unacked ??= new Map()).set(this.#nextId, acknowledged);
    this.#nextId = (this.#nextId % 65_535) + 1;
  }

  /** The quality in which a topic is wanted; null: it is not. */
  #levelOf(topic: string, qos: 0 | 1): 0 | 1 | null {
    const wanted = [...(this.#subscriptions ?? [])].filter(([filter]) => takes(filter, topic)).map(([, most]) => most);
    return wanted.length === 0 ? null : (Math.min(qos, Math.max(...wanted)) as 0 | 1);
  }

  end(reason: 'takenOver' | 'notAllowed' | 'stopping'): void {
    if (reason !== 'stopping') this.#will = null;
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

  #write(packet: Packet): boolean {
    return this.#writeBytes(mqtt.generate(packet, { protocolVersion: this.#version }));
  }

  /** Drop a packet above the maximum packet size of the device (5.0 §3.1.2.11.4). */
  #writeBytes(bytes: Buffer): boolean {
    if (this.#stream.writableEnded || this.#stream.destroyed || bytes.length > this.#mostBytes) return false;
    this.#stream.write(bytes);
    // Whoever does not read what he is told is no device.
    if (this.#stream.writableLength > 2 ** 20) this.#drop();
    return true;
  }

  #drop(): void {
    if (this.#state === 'closed') return;
    const wasOpen = this.#state === 'open';
    this.#state = 'closed';
    this.#end();
    const device = this.#device;
    if (!wasOpen || !device) return;
    const will = this.#will;
    if (will) this.#serve(() => this.#sayWill(device, will));
    this.#gate.closed(device, this, this.#isClean);
  }

  /** The last will is a message like any other, and as bound to the topics of its device. */
  #sayWill(device: DeviceIdentity, { topic, payload }: Will): void {
    const tail = mayPublish(device, topic);
    if (tail !== null && payload.length <= MAX_PAYLOAD)
      this.#gate.message(device, { tail, payload, address: this.address, packetId: null, isAgain: false }, () => {});
  }
}
