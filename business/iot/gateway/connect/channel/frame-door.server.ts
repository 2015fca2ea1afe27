import type { DeviceIdentity, DeviceLine } from '../../gate.server.ts';
import { isPrivate } from '../../private-address.rules.ts';
import type { Ingest } from '../../../ingest/ingest.server.ts';
import type { KnownDevice } from '../../../ingest/known-device.server.ts';
import type { Registry } from '../../../ingest/registry.server.ts';
import type { DecodedFrame, FrameMessage } from '../codec/frame-config.rules.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import type { ConnectionStates } from './connection-states.server.ts';
import type { FrameStore } from './frame-store.server.ts';
import type { FrameRoute } from './route.server.ts';

/** Devices looked for in vain that are remembered for a minute. */
const MAX_UNKNOWN = 1000;
const UNKNOWN_MS = 60_000;

/** Where frames come from: a socket, or an address that sends datagrams. */
export interface FrameSource {
  readonly address: string;
  readonly port: number;
  write(bytes: Uint8Array): void;
  /** A frame waits to be stored (1), or is done (−1). */
  waiting(change: 1 | -1): void;
}

/** Route and content of a frame, or why it is not used. */
export type JudgedFrame =
  { readonly route: FrameRoute; readonly frame: DecodedFrame } | { readonly route: FrameRoute; readonly fault: string };

interface Held {
  readonly source: FrameSource;
  readonly line: DeviceLine;
  readonly identity: DeviceIdentity;
  readonly route: FrameRoute;
  lastHeard: number;
}

interface DoorOptions {
  readonly registry: Registry;
  readonly ingest: Ingest;
  readonly store: FrameStore;
  readonly states: ConnectionStates;
  readonly now: () => number;
}

/** Takes frames of devices to the write queues, as messages of the devices that they name. */
export class FrameDoor {
  readonly #of: DoorOptions;
  readonly #held = new Map<string, Held>();
  readonly #unknown = new Map<string, number>();

  constructor(of: DoorOptions) {
    this.#of = of;
  }

  /** Find the configuration of a frame, by priority, and decode it. */
  judge(routes: readonly FrameRoute[], bytes: Uint8Array, { address, port }: FrameSource): JudgedFrame {
    const route = routes.find(({ codec }) => codec.matches(bytes));
    if (!route) return { route: routes[0], fault: 'AGREEMENT' };
    try {
      return { route, frame: route.codec.decode(bytes, { ip: address, port }) };
    } catch (error) {
      if (error instanceof FrameFault) return { route, fault: error.code };
      throw error;
    }
  }

  /** Take a judged frame: store it, and pass its values on. */
  take(judged: JudgedFrame, bytes: Uint8Array, source: FrameSource): void {
    const { route } = judged;
    const counts = this.#of.states.counts(route);
    counts.rxBytes += bytes.length;
    if ('fault' in judged) {
      counts.badFrames += 1;
      this.#of.store.note(route, { deviceId: null, direction: 'up', verdict: judged.fault, bytes });
      return;
    }
    counts.rxFrames += 1;
    const { frame } = judged;
    const known = frame.deviceId === null ? undefined : this.#deviceOf(route.tenantId, frame.deviceId);
    const verdict = this.#admit(known, route, source);
    this.#of.store.note(route, { deviceId: known?.id ?? null, direction: 'up', verdict, bytes });
    if (verdict !== 'ok' || !known) return;
    if (route.reply?.after === 'receive') this.#reply(route, frame, bytes.length, { source, known });
    if (route.isHeartbeat(frame, bytes.length)) {
      known.lastHeard = this.#of.now();
      if (route.reply?.after === 'commit') this.#reply(route, frame, bytes.length, { source, known });
      return;
    }
    source.waiting(1);
    this.#pass(known, route, frame, source, (isSafe) => {
      source.waiting(-1);
      if (isSafe && route.reply?.after === 'commit') this.#reply(route, frame, bytes.length, { source, known });
    });
  }

  /** Find a device of the company by its key, or by its MAC. */
  #deviceOf(tenantId: string, id: string): KnownDevice | undefined {
    const { registry, now } = this.#of;
    const own = registry.device(id) ?? registry.device(id.toLowerCase());
    if (own) return own.tenantId === tenantId ? own : undefined;
    const name = `${tenantId} ${id}`;
    const since = this.#unknown.get(name);
    if (since !== undefined && now() - since < UNKNOWN_MS) return undefined;
    const plain = id.replaceAll(/[^\da-z]/gi, '').toLowerCase();
    for (const known of registry.devices)
      if (known.tenantId === tenantId && known.mac?.replaceAll(/[^\da-z]/gi, '').toLowerCase() === plain) return known;
    this.#unknown.delete(name);
    this.#unknown.set(name, now());
    if (this.#unknown.size > MAX_UNKNOWN) this.#unknown.delete(this.#unknown.keys().next().value as string);
    return undefined;
  }

  /**
   * Return whether a device may be heard on this source. Frames prove nothing, so only devices without authentication
   * may, and another address is not heard while the first one is not silent.
   */
  #admit(known: KnownDevice | undefined, route: FrameRoute, source: FrameSource): string {
    if (!known) return 'unknown';
    if (known.isDisabled || known.authType !== 'none') return 'auth_fail';
    const now = this.#of.now();
    const held = this.#held.get(known.id);
    if (held && held.source !== source) {
      const isSilent = now - held.lastHeard > known.model.reportIntervalSec * 1500;
      if (held.source.address !== source.address && !isSilent) return 'auth_fail';
    }
    if (!held && this.#of.ingest.lineOf(known.id)) return 'auth_fail';
    if (held?.source === source) held.lastHeard = now;
    else this.#hold(known, route, source, now);
    return 'ok';
  }

  #hold(known: KnownDevice, route: FrameRoute, source: FrameSource, now: number): void {
    const identity = {
      deviceId: known.id,
      tenantId: known.tenantId,
      modelCode: known.model.code,
      deviceKey: known.key,
    };
    const line: DeviceLine = {
      address: source.address,
      since: now,
      isSafe: isPrivate(source.address),
      send: () => undefined,
      readiness: () => 'ready',
      command: (message, acknowledged) => this.#command(known, route, source, message.payload, acknowledged),
      end: () => this.#release(known.id, line),
    };
    const before = this.#held.get(known.id);
    this.#held.set(known.id, { source, line, identity, route, lastHeard: now });
    if (!before) this.#of.states.counts(route).onlineDevices += 1;
    this.#of.ingest.opened(identity, line);
    this.#of.ingest.subscribed(identity, line);
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

  /** Encode a command by the fields that go down, and send it. */
  #command(
    known: KnownDevice,
    route: FrameRoute,
    source: FrameSource,
    payload: unknown,
    acknowledged: () => void,
  ): 'written' | 'unencodable' {
    const { set, params } = (payload ?? {}) as Partial<Record<'set' | 'params', Record<string, unknown>>>;
    try {
      const bytes = route.codec.encode({ deviceId: known.key, ...params, ...set });
      this.#send(route, source, known, bytes);
    } catch (error) {
      if (error instanceof FrameFault) return 'unencodable';
      throw error;
    }
    acknowledged();
    return 'written';
  }

  #send(route: FrameRoute, source: FrameSource, known: KnownDevice, bytes: Uint8Array): void {
    source.write(bytes);
    this.#of.states.counts(route).txBytes += bytes.length;
    this.#of.store.note(route, { deviceId: known.id, direction: 'down', verdict: 'ok', bytes });
  }

  #reply(
    route: FrameRoute,
    frame: DecodedFrame,
    length: number,
    { source, known }: { readonly source: FrameSource; readonly known: KnownDevice },
  ): void {
    if (route.reply?.applies(frame, length)) this.#send(route, source, known, route.reply.make(frame));
  }

  /** Pass values and events on as messages; `done` is called once, when all are stored. */
  #pass(
    known: KnownDevice,
    route: FrameRoute,
    frame: DecodedFrame,
    source: FrameSource,
    done: (isSafe: boolean) => void,
  ): void {
    const own: FrameMessage = { deviceId: known.key, props: frame.props, events: frame.events };
    const messages = [own, ...(frame.messages ?? [])].flatMap(({ deviceId, props, events }) => {
      const device = deviceId === known.key ? known : this.#deviceOf(route.tenantId, deviceId);
      if (!device || device.isDisabled || device.authType !== 'none') return [];
      const of = {
        deviceId: device.id,
        tenantId: device.tenantId,
        modelCode: device.model.code,
        deviceKey: device.key,
      };
      return [
        ...(Object.keys(props).length ? [{ of, tail: 'props', body: { params: props, ts: frame.ts } }] : []),
        ...events.map(({ name, value }) => ({
          of,
          tail: `event/${name}`,
          body: { params: { code: value }, ts: frame.ts },
        })),
      ];
    });
    let left = messages.length;
    let isSafe = true;
    if (left === 0) {
      known.lastHeard = this.#of.now();
      done(true);
    }
    for (const { of, tail, body } of messages)
      this.#of.ingest.message(
        of,
        { tail, payload: Buffer.from(JSON.stringify(body)), address: source.address, packetId: null, isAgain: false },
        (isStored) => {
          isSafe &&= isStored;
          left -= 1;
          if (left === 0) done(isSafe);
        },
      );
  }
}
