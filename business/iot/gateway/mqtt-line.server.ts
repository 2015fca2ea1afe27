import type { Duplex } from 'node:stream';
import mqtt, { type Packet } from 'mqtt-packet';
import { AckOrder, type Acknowledged } from './ack-order.rules.ts';
import type { DownMessage } from './down-message.rules.ts';
import type { DeviceIdentity, DeviceLine, Gate, LineEnd, Written } from './gate.server.ts';
import { readLogin } from './login.rules.ts';
import { BadPacket } from './packets/bad-packet.rules.ts';
import { PacketFrames } from './packets/packet-frames.rules.ts';
import { MAX_PACKET, MAX_PAYLOAD } from './packets/packet-size.rules.ts';
import type { ConnectPacket, Will } from './packets/read-connect.rules.ts';
import { type ClientPacket, type PublishPacket, type Subscription, readPacket } from './packets/read-packet.rules.ts';
import type { PresentedCertificate } from './peer.server.ts';
import { connectRefusals, reasonCodes, refusedCode } from './reason-codes.rules.ts';
import { type Rate, TokenBucket } from './token-bucket.rules.ts';
import { downTopic, isFilter, mayPublish, maySubscribe, takes } from './topics.rules.ts';

/** Maximal time from the connection to a valid login. */
const CONNECT_WITHIN_MS = 10_000;
/**
 * Limits of messages from one connection that are not stored yet: at the first one reading pauses, at the second it
 * resumes.
 */
const MAX_WAITING = 500;
const FEW_WAITING = 250;
/** Receive maximum that MQTT 5 devices are informed of; earlier versions know no such limit. */
const RECEIVE_MAXIMUM = 100;
/** Maximal number of messages to a device that it has not acknowledged. */
const MAX_UNACKED = 100;
const MAX_SUBSCRIPTIONS = 20;
/** Messages of an account, which carries those of many devices. */
const ACCOUNT_RATE: Rate = { perSecond: 1000, burst: 2000 };
const MAX_EARLY = 100;

export interface LineOptions {
  readonly rate: Rate;
  readonly now: () => number;
  /** Address of the device in logs. */ readonly address: string;
  /** Is the connection encrypted, or from a private address? */ readonly isSafe: boolean;
  /** The certificate that the device presented. */ readonly certificate?: PresentedCertificate | undefined;
  /** Called for each message. */ readonly counted?: () => void;
  /** Reports an exception while serving this connection. */ readonly report: (error: Error) => void;
}

type State = 'new' | 'connecting' | 'open' | 'closed';

/** Return a numeric property of the login; infinity if it is absent. */
const limitOf = ({ properties }: ConnectPacket, name: string): number =>
  typeof properties[name] === 'number' ? properties[name] : Number.POSITIVE_INFINITY;

/** Server side of one MQTT connection (3.1, 3.1.1 or 5) over any byte stream. */
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
  /** Packets that arrived while the login was being checked. */ readonly #early: ClientPacket[] = [];
  #waiting = 0;
  #isPaused = false;
  #isCorked = false;
  /** Packet identifiers of stored messages of quality 2 that the device has not released yet (PUBREL). */
  #received: Set<number> | null = null;
  #subscriptions: Map<string, 0 | 1> | null = null;
  #nextId = 1;
  #unacked: Map<number, (() => void) | undefined> | null = null;
  #acks: AckOrder | null = null;
  /** Limits that the device sent in its login: maximal bytes of a packet, maximal unacknowledged messages. */
  #mostBytes = Number.POSITIVE_INFINITY;
  #mostUnacked = MAX_UNACKED;
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

  /**
   * Run a callback of the stream or of the gate; an exception closes this connection only. Every callback must go
   * through here.
   */
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

  /**
   * Close the connection if nothing came for one and a half keep-alives, or no login in time. Called every few seconds.
   */
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

  /**
   * Answer a malformed packet. A malformed login is answered in its version; an unknown version gets the code of 3.1.1.
   */
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
      // MQTT lets a client send packets before its login is answered.
      if (this.#early.push(packet) > MAX_EARLY) this.#drop();
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

  /**
   * Handle a disconnect. Only the code 0 discards the will. A session expiry is an error if the login had none (5.0
   * §3.14.2.2.2).
   */
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
      // A code from 0x80 on means that the device rejected the message.
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
    this.#mostUnacked = Math.min(MAX_UNACKED, limitOf(packet, 'receiveMaximum'));
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
    this.#bucket = new TokenBucket(answer.account ? ACCOUNT_RATE : this.#of.rate, this.#of.now());
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
    const secret = password?.toString() ?? '';
    if (!login)
      return (
        this.#gate.loginAccount?.({ clientId, account: username ?? '', secret, address: this.address }) ?? 'unknown'
      );
    return this.#gate.login(login, secret, this.address, this.#of.certificate).catch((): 'away' => 'away');
  }

  /** Accept the login. If the device limits packets to fewer bytes than this answer has, close the connection. */
  #welcome(): void {
    const isWritten = this.#write({
      cmd: 'connack',
      returnCode: 0,
      reasonCode: 0,
      // No session is stored, so a device must subscribe again.
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

  /** End the stream; destroy it after a second if the device does not close it. */
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
    // Forbidden messages count against the rate limit too.
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

  /** Register a message in the order of acknowledgements; see `AckOrder`. */
  #begin(qos: 1 | 2, id: number): Acknowledged {
    return (this.#acks ??= new AckOrder()).begin(qos, id);
  }

  /** Is this a repeat of a stored message of quality 2? Then only acknowledge it again. */
  #isKnown({ qos, id }: PublishPacket): boolean {
    const isKnown = qos === 2 && this.#received?.has(id) === true;
    if (isKnown) this.#settle(this.#begin(2, id), 0);
    return isKnown;
  }

  #hand(device: DeviceIdentity, tail: string, { qos, id, payload, isAgain }: PublishPacket): void {
    this.#waiting += 1;
    if (this.#waiting >= MAX_WAITING || this.#gate.isFull) this.#pause();
    const place = qos === 0 ? null : this.#begin(qos, id);
    this.#of.counted?.();
    this.#gate.message(
      device,
      { tail, payload, address: this.address, packetId: qos > 0 ? id : null, isAgain },
      (isSafe, refused) => this.#serve(() => this.#stored(place, isSafe, refused)),
    );
  }

  /**
   * Log a forbidden topic. In MQTT 5 the acknowledgement has the reason; in earlier versions the connection is closed.
   */
  #trespass(device: DeviceIdentity, { topic, qos, id }: PublishPacket): void {
    this.#gate.trespassed(device, { topic, address: this.address });
    if (this.#version === 5 && qos > 0) this.#settle(this.#begin(qos as 1 | 2, id), reasonCodes.notAuthorized);
    else this.#drop();
  }

  /**
   * Count a message against the rate limit; return false if it is discarded. Above the limit, quality 0 is discarded,
   * and others are read more slowly.
   */
  #isInRate(qos: 0 | 1 | 2): boolean {
    const delay = this.#bucket!.take(this.#of.now());
    if (delay === 0) return true;
    if (qos === 0) return false;
    this.#pauseFor(delay);
    return true;
  }

  /**
   * Acknowledge a message if it is stored; if not, the device sends it again. In MQTT 5 the acknowledgement has the
   * reason if all of the message was refused.
   */
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
   * Write an acknowledgement. Without a code the bytes are the same in all versions (3.1.1 §3.4, 5.0 §3.4.2.1).
   * Acknowledgements of one batch are sent together.
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
    const device = this.#device;
    if (device && this.#state === 'open' && granted.some((code) => code <= 1)) this.#gate.subscribed(device, this);
  }

  /** Return the granted quality or a failure code. Before MQTT 5 there is only one failure code. */
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
      // Forbidden filters count against the rate limit too.
      this.#isInRate(1);
      this.#gate.trespassed(device, { topic: filter, address: this.address });
      return reasonCodes.notAuthorized;
    }
    const isNew = this.#subscriptions?.has(filter) !== true;
    return isNew && (this.#subscriptions?.size ?? 0) >= MAX_SUBSCRIPTIONS ? reasonCodes.quotaExceeded : null;
  }

  #unsubscribe({ id, filters }: ClientPacket & { cmd: 'unsubscribe' }): void {
    const granted = filters.map((filter) => (this.#subscriptions?.delete(filter) ? 0 : reasonCodes.noSubscription));
    this.#write({ cmd: 'unsuback', messageId: id, granted });
  }

  send(tail: string, payload: unknown, qos: 0 | 1, acknowledged?: () => void): void {
    this.#serve(() => {
      this.#send(tail, payload, qos, acknowledged);
    });
  }

  readiness(tail: string): 'ready' | 'unheard' | 'full' {
    const level = this.#state === 'open' && this.#device ? this.#levelOf(downTopic(this.#device, tail), 1) : null;
    if (level === null) return 'unheard';
    return level === 1 && this.#isFullOfUnacked() ? 'full' : 'ready';
  }

  command({ tail, payload }: DownMessage, acknowledged: () => void): Written {
    let written: Written = 'unheard';
    this.#serve(() => {
      written = this.#send(tail, payload, 1, acknowledged);
    });
    return written;
  }

  get isSafe(): boolean {
    return this.#of.isSafe;
  }

  #send(tail: string, payload: unknown, qos: 0 | 1, acknowledged: (() => void) | undefined): Written {
    const written = this.#writeMessage(tail, payload, qos, acknowledged);
    if (this.#device) this.#gate.sent?.(this.#device, { tail, payload, written });
    return written;
  }

  #writeMessage(tail: string, payload: unknown, qos: 0 | 1, acknowledged: (() => void) | undefined): Written {
    if (this.#state !== 'open' || !this.#device) return 'unheard';
    const topic = downTopic(this.#device, tail);
    const level = this.#levelOf(topic, qos);
    if (level === null) return 'unheard';
    if (level === 1 && this.#isFullOfUnacked()) return 'full';
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
    if (bytes.length > this.#mostBytes) return 'unencodable';
    if (level === 1) this.#awaitAck(acknowledged);
    return this.#writeBytes(bytes) ? 'written' : 'unheard';
  }

  #isFullOfUnacked(): boolean {
    return (this.#unacked?.size ?? 0) >= this.#mostUnacked;
  }

  #awaitAck(acknowledged: (() => void) | undefined): void {
    (this.#unacked ??= new Map()).set(this.#nextId, acknowledged);
    this.#nextId = (this.#nextId % 65_535) + 1;
  }

  /**
   * Return the quality at which to send a message: the lower one of the message and of the subscription. Null: not
   * subscribed.
   */
  #levelOf(topic: string, qos: 0 | 1): 0 | 1 | null {
    const wanted = [...(this.#subscriptions ?? [])].filter(([filter]) => takes(filter, topic)).map(([, most]) => most);
    return wanted.length === 0 ? null : (Math.min(qos, Math.max(...wanted)) as 0 | 1);
  }

  end(reason: LineEnd): void {
    if (reason !== 'stopping') this.#will = null;
    const code = {
      takenOver: reasonCodes.takenOver,
      notAllowed: reasonCodes.notAuthorized,
      stopping: reasonCodes.stopping,
      kicked: reasonCodes.kicked,
    }[reason];
    this.#serve(() => this.#leave(code));
  }

  /** Close the connection; MQTT 5 devices receive the reason first. */
  #leave(reasonCode: number): void {
    if (this.#version === 5 && this.#state === 'open') this.#write({ cmd: 'disconnect', reasonCode });
    this.#drop();
  }

  #write(packet: Packet): boolean {
    return this.#writeBytes(mqtt.generate(packet, { protocolVersion: this.#version }));
  }

  /**
   * Write bytes; return false if they exceed the device's maximal packet size (5.0 §3.1.2.11.4) or the stream is
   * closed.
   */
  #writeBytes(bytes: Buffer): boolean {
    if (this.#stream.writableEnded || this.#stream.destroyed || bytes.length > this.#mostBytes) return false;
    this.#stream.write(bytes);
    // Close the connection of a client that does not read its incoming data.
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

  /** Handle the last will as an ordinary message, on the same allowed topics. */
  #sayWill(device: DeviceIdentity, { topic, payload }: Will): void {
    const tail = mayPublish(device, topic);
    if (tail !== null && payload.length <= MAX_PAYLOAD)
      this.#gate.message(device, { tail, payload, address: this.address, packetId: null, isAgain: false }, () => {});
  }
}
