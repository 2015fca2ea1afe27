import type { Label } from '#kernel/language/label.ts';
import type { DeviceIdentity, DeviceLine } from '../../../gate.server.ts';
import type { DownMessage } from '../../../down-message.rules.ts';
import { isPrivate } from '../../../private-address.rules.ts';
import { cleanText, cutText } from '../../../../ingest/clean-text.rules.ts';
import type { Ingest } from '../../../../ingest/ingest.server.ts';
import type { KnownDevice } from '../../../../ingest/known-device.server.ts';
import type { Registry } from '../../../../ingest/registry.server.ts';
import type { DecodedFrame, FrameOrigin } from '../../codec/frame-config.rules.ts';
import { FrameFault, bytesOf } from '../../codec/frame.rules.ts';
import type { ConnectionStates } from '../connection-states.server.ts';
import { DOORS } from '../doors/door-kinds.rules.ts';
import { type FaultWord, connectionFaults } from '../sockets/fault-words.rules.ts';
import { fieldsOfProperties, messagesOfFrame } from './frame-messages.rules.ts';
import type { FrameStore } from './frame-store.server.ts';
import type { FrameRoute } from '../route.server.ts';
import { SentCommands } from './sent-commands.rules.ts';
import type { Strangers } from './strangers.server.ts';

/** Where frames come from: a socket, an MQTT client, or an address that sends datagrams or requests. */
export interface FrameSource {
  readonly address: string;
  /** Send bytes to the device; null: nothing can be sent but the answer to a request. */
  readonly write: ((bytes: Uint8Array) => void) | null;
  /** It is not connected: its devices count as gone after a silence. */ readonly isFleeting?: true;
  /** A frame waits to be stored (1), or is done (−1). */
  waiting(change: 1 | -1): void;
  /** A device with this report interval speaks here. */
  heard?(intervalSec: number): void;
}

/** The request that a frame came in, which is answered once. */
export interface FrameRequest {
  /** Send bytes with the answer. */ answer(bytes: Uint8Array): void;
  /** The frame is stored, or refused for good with a reason; `isSafe` false: the device must send it again. */
  done(isSafe: boolean, refused?: string): void;
}

/** Route and content of a frame, or why it is not used. */
export type JudgedFrame =
  | { readonly route: FrameRoute; readonly frame: DecodedFrame }
  | { readonly route: FrameRoute; readonly fault: string; readonly words: Label };

interface Held {
  readonly source: FrameSource;
  readonly line: DeviceLine;
  readonly identity: DeviceIdentity;
  readonly route: FrameRoute;
  readonly sent: SentCommands;
  /** The newest value of each property, as the frames of the device have them. */
  readonly values: Record<string, unknown>;
  /** Id of the device in its frames. */ frameId: string;
  lastHeard: number;
}

interface DoorOptions {
  readonly registry: Registry;
  readonly ingest: Ingest;
  readonly store: FrameStore;
  readonly states: ConnectionStates;
  readonly strangers: Strangers;
  readonly now: () => number;
}

/** A frame of a device that is admitted. */
interface Admitted {
  readonly known: KnownDevice;
  readonly held: Held;
  readonly route: FrameRoute;
  readonly frame: DecodedFrame;
  readonly length: number;
  readonly request: FrameRequest | undefined;
}

/** Report intervals of silence after which a device that is not connected is gone, and the shortest one. */
const SILENT_INTERVALS = 3;
const MIN_SILENT_MS = 900_000;

/** Longest id of a frame that is stored. */
const MAX_NAME = 64;

const identityOf = ({ id, tenantId, model, key }: KnownDevice): DeviceIdentity => ({
  deviceId: id,
  tenantId,
  modelCode: model.code,
  deviceKey: key,
});

/** Return whether the device stays connected where it is: on its source, or on another socket of the same address. */
const isSamePlace = (
  { source: before, route: { connectionId } }: Held,
  route: FrameRoute,
  source: FrameSource,
): boolean =>
  connectionId === route.connectionId &&
  (before === source ||
    (before.address === source.address && ![before, source].some((one) => one.isFleeting || !one.write)));

/** Most ids; they need no cleaning. */
const PLAIN_NAME = /^[\w:.-]{1,64}$/;

/** Return the id of a frame as it is shown and stored: short, and without characters that no text may have. */
const nameOf = (id: string | null): string | null =>
  id === null || PLAIN_NAME.test(id) ? id : cutText(cleanText(id), MAX_NAME).replaceAll(/\p{Cc}/gu, '\uFFFD');

/** Takes frames of devices to the write queues, as messages of the devices that they name. */
export class FrameDoor {
  readonly #of: DoorOptions;
  readonly #held = new Map<string, Held>();

  constructor(of: DoorOptions) {
    this.#of = of;
  }

  /** Find the configuration of a frame, by priority, and decode it. */
  judge(routes: readonly FrameRoute[], bytes: Uint8Array, origin: FrameOrigin): JudgedFrame {
    // A sender that named its configuration learns what that one cannot read.
    const route = routes[0].type in DOORS ? routes[0] : routes.find(({ codec }) => codec.matches(bytes));
    if (!route)
      return {
        route: routes[0],
        fault: 'AGREEMENT',
        words: ['没有配置认得这种帧', 'No configuration knows such frames'],
      };
    try {
      return { route, frame: route.codec.decode(bytes, origin) };
    } catch (error) {
      if (error instanceof FrameFault) return { route, fault: error.code, words: error.words };
      throw error;
    }
  }

  /** Take a judged frame: store it, and pass its values on. */
  take(judged: JudgedFrame, bytes: Uint8Array, source: FrameSource, request?: FrameRequest): void {
    const { route } = judged;
    const { states, store } = this.#of;
    const counts = states.counts(route);
    counts.rxBytes += bytes.length;
    if ('fault' in judged) {
      counts.badFrames += 1;
      states.note(route, judged.words, source.address);
      store.note(route, { deviceId: null, direction: 'up', verdict: judged.fault, bytes });
      request?.done(true, judged.fault);
      return;
    }
    counts.rxFrames += 1;
    const { frame } = judged;
    const known = frame.deviceId === null ? undefined : this.#of.registry.named(route.tenantId, frame.deviceId);
    const refused = this.#refusalOf(known, source);
    const verdict = refused === null ? 'ok' : refused === 'unknown' ? 'unknown' : 'auth_fail';
    store.note(route, {
      deviceId: known?.id ?? null,
      direction: 'up',
      verdict,
      bytes,
      sender: nameOf(frame.deviceId),
    });
    if (refused === null && known) this.#take(known, { route, frame, length: bytes.length, request }, source);
    else {
      this.#refuse(refused ?? 'unknown', route, frame, source);
      request?.done(true, verdict);
    }
  }

  #refuse(why: FaultWord, route: FrameRoute, { deviceId: sent }: DecodedFrame, { address }: FrameSource): void {
    const deviceId = nameOf(sent);
    this.#of.states.note(route, connectionFaults[why], `${deviceId ?? '—'} ${address}`);
    const isNoAccident = route.isSummed || route.type in DOORS;
    if (why === 'unknown' && deviceId !== null && isNoAccident) this.#of.strangers.seen(route, deviceId, address);
  }

  #take(known: KnownDevice, of: Omit<Admitted, 'known' | 'held'>, source: FrameSource): void {
    const { route, frame, length, request } = of;
    const held = this.#hold(known, route, source);
    held.lastHeard = this.#of.now();
    held.frameId = frame.deviceId ?? known.key;
    source.heard?.(known.model.reportIntervalSec);
    const answer = held.sent.answeredBy(frame, route.answers);
    const one: Admitted = { known, held, ...of };
    if (answer) {
      this.#pass(one, source, [{ tail: 'reply', body: answer }], (isSafe) => request?.done(isSafe));
      return;
    }
    if (route.reply?.after === 'receive') this.#reply(one);
    if (route.isHeartbeat(frame, length)) {
      known.lastHeard = this.#of.now();
      if (route.reply?.after === 'commit') this.#reply(one);
      request?.done(true);
      return;
    }
    Object.assign(held.values, frame.props);
    this.#pass(one, source, [], (isSafe) => {
      if (isSafe && route.reply?.after === 'commit') this.#reply(one);
      request?.done(isSafe);
    });
  }

  /**
   * Return why a device is not heard on this source; null: it is. Frames prove nothing, so only devices without
   * authentication are, and another address is not heard while the first one is not silent.
   */
  #refusalOf(known: KnownDevice | undefined, source: FrameSource): FaultWord | null {
    if (!known) return 'unknown';
    if (known.isDisabled) return 'disabled';
    if (known.authType !== 'none') return 'secret';
    const held = this.#held.get(known.id);
    if (!held) return this.#of.ingest.lineOf(known.id) ? 'mqtt' : null;
    const isSilent = this.#of.now() - held.lastHeard > known.model.reportIntervalSec * 1500;
    return held.source.address === source.address || isSilent ? null : 'spoofed';
  }

  /** Return the device on this source; an older source of it is left. */
  #hold(known: KnownDevice, route: FrameRoute, source: FrameSource): Held {
    const before = this.#held.get(known.id);
    if (before && isSamePlace(before, route, source)) return this.#follow(before, route, source);
    const now = this.#of.now();
    const identity = identityOf(known);
    const line: DeviceLine = {
      address: source.address,
      since: now,
      isSafe: isPrivate(source.address),
      send: () => undefined,
      readiness: () => (source.write ? 'ready' : 'unheard'),
      command: (message) => this.#command(known, message),
      end: () => this.#release(known.id, line),
    };
    const held: Held = {
      source,
      line,
      identity,
      route,
      sent: new SentCommands(),
      values: { ...before?.values },
      frameId: known.key,
      lastHeard: now,
    };
    if (before) this.#of.states.counts(before.route).onlineDevices -= 1;
    this.#held.set(known.id, held);
    this.#of.states.counts(route).onlineDevices += 1;
    this.#connect(held, before);
    return held;
  }

  /** Let the device count as connected. A device that sends requests is online by its messages alone. */
  #connect({ source, identity, line }: Held, before: Held | undefined): void {
    const { ingest } = this.#of;
    if (source.isFleeting && !source.write) {
      if (before) ingest.closed(before.identity, before.line);
      return;
    }
    ingest.opened(identity, line);
    if (source.write) ingest.subscribed(identity, line);
  }

  /** Leave the devices that are not connected, after three report intervals of silence. */
  sweep(): void {
    const now = this.#of.now();
    for (const [id, { source, line, lastHeard, identity }] of this.#held) {
      const known = this.#of.registry.deviceOf(identity.deviceId);
      const patience = Math.max((known?.model.reportIntervalSec ?? 0) * 1000 * SILENT_INTERVALS, MIN_SILENT_MS);
      if (source.isFleeting && now - lastHeard > patience) this.#release(id, line);
    }
  }

  /** Commands are encoded by the present configuration, and go to the newest socket of the address. */
  #follow(held: Held, route: FrameRoute, source: FrameSource): Held {
    if (held.route === route && held.source === source) return held;
    const next = { ...held, route, source };
    this.#held.set(held.identity.deviceId, next);
    return next;
  }

  #release(deviceId: string, line: DeviceLine): void {
    const held = this.#held.get(deviceId);
    if (held?.line !== line) return;
    this.#held.delete(deviceId);
    this.#of.states.counts(held.route).onlineDevices -= 1;
    this.#of.ingest.closed(held.identity, line);
  }

  /** A source is closed: its devices are no longer connected. */
  closed(source: FrameSource): void {
    for (const [id, held] of this.#held) if (held.source === source) this.#release(id, held.line);
  }

  /** Encode a command by the fields that go down, and send it. The answer of the device acknowledges it. */
  #command(known: KnownDevice, message: DownMessage): 'written' | 'unencodable' | 'unheard' {
    const held = this.#held.get(known.id);
    const write = held?.source.write;
    if (!held || !write) return 'unheard';
    const { id } = (message.payload ?? {}) as { id?: unknown };
    for (const number of new Set([held.sent.next(), 1]))
      try {
        this.#send(held, this.#encoded(known, held, message, number), write);
        if (typeof id === 'string') held.sent.sent(id, number);
        return 'written';
      } catch (error) {
        if (!(error instanceof FrameFault)) throw error;
        // A number that is too large for its field begins again.
        if (number === 1) this.#of.states.note(held.route, connectionFaults.encode, `${known.key} ${error.words[0]}`);
      }
    return 'unencodable';
  }

  #encoded(
    { model }: KnownDevice,
    { route, values, frameId }: Held,
    { tail, payload }: DownMessage,
    number: number,
  ): Uint8Array {
    const { params = {}, hex } = (payload ?? {}) as { params?: Record<string, unknown>; hex?: unknown };
    if (typeof hex === 'string') return bytesOf(hex);
    if (tail === 'property/get') throw new FrameFault(['不能按报文读取属性', 'Frames cannot ask for values']);
    const isSet = tail === 'property/set';
    const all = { ...values, ...(isSet ? fieldsOfProperties(params, route.mappings(model.id)) : params) };
    const missing = isSet ? route.written.find((name) => all[name] === undefined) : undefined;
    if (missing) throw new FrameFault([`${missing}:还没有当前值`, `${missing}: its present value is not known`]);
    return route.codec.encode({ ...all, deviceId: frameId, msgId: number, command: tail.replace(/^.*\//, '') });
  }

  #send({ route, identity }: Held, bytes: Uint8Array, write: (bytes: Uint8Array) => void): void {
    write(bytes);
    this.#of.states.counts(route).txBytes += bytes.length;
    this.#of.store.note(route, { deviceId: identity.deviceId, direction: 'down', verdict: 'ok', bytes });
  }

  #reply({ held, route, frame, length, request }: Admitted): void {
    const write = request?.answer ?? held.source.write;
    if (write && route.reply?.applies(frame, length)) this.#send({ ...held, route }, route.reply.make(frame), write);
  }

  /** Return the messages of a frame: those of its device, and those of others that are heard on this source. */
  #messagesOf(
    { known, route, frame }: Admitted,
    source: FrameSource,
  ): { of: DeviceIdentity; tail: string; body: object }[] {
    const find = (name: string): KnownDevice | undefined => {
      const device = this.#of.registry.named(route.tenantId, name);
      const refused = device === known ? null : this.#refusalOf(device, source);
      if (refused === null) return device;
      this.#of.states.note(route, connectionFaults[refused], `${name} ${source.address}`);
      return undefined;
    };
    return messagesOfFrame(route, frame, known, find).map(({ of, ...message }) => ({ of: identityOf(of), ...message }));
  }

  /** Pass values and events on as messages; `done` is called once, when all are stored. */
  #pass(
    one: Admitted,
    source: FrameSource,
    more: readonly { tail: string; body: object }[],
    done: (isSafe: boolean) => void,
  ): void {
    const of = identityOf(one.known);
    const messages = [...more.map((message) => ({ of, ...message })), ...this.#messagesOf(one, source)];
    if (messages.length === 0) {
      one.known.lastHeard = this.#of.now();
      done(true);
      return;
    }
    let left = messages.length;
    let isSafe = true;
    source.waiting(1);
    for (const { of: device, tail, body } of messages)
      this.#of.ingest.message(
        device,
        { tail, payload: Buffer.from(JSON.stringify(body)), address: source.address, packetId: null, isAgain: false },
        (isStored) => {
          isSafe &&= isStored;
          left -= 1;
          if (left > 0) return;
          source.waiting(-1);
          done(isSafe);
        },
      );
  }
}
