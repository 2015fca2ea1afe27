import type { App } from '#kernel/server';
import type {
  DeviceIdentity,
  DeviceLine,
  DeviceMessage,
  Gate,
  LoginRefusal,
  MessageDone,
  SentMessage,
} from '../gateway/gate.server.ts';
import type { DownMessage } from '../gateway/down-message.rules.ts';
import type { DeviceLogin } from '../gateway/login.rules.ts';
import type { PresentedCertificate } from '../gateway/peer.server.ts';
import { Bans } from '../gateway/bans.rules.ts';
import type { CommandDesk } from '../commands/dispatch/command-desk.rules.ts';
import type { Tracer } from '../commands/trace/tracer.server.ts';
import type { Presence } from './presence/presence.server.ts';
import { cleanText, cutText } from './clean-text.rules.ts';
import { FaultEntries } from './door/fault-entries.rules.ts';
import { Logins } from './door/logins.server.ts';
import type { LaneEntry } from './entry.rules.ts';
import { loginWords, takenOverWords, trespassWords } from '../records/log-words.rules.ts';
import type { KnownDevice } from './known-device.server.ts';
import type { Lanes } from './lane/lanes.server.ts';
import { type Incoming, MessageEntries } from './message-entries.server.ts';
import type { SelfRegistration } from './door/registration.server.ts';
import type { Registry } from './registry.server.ts';
import type { Rejects } from './rejects.server.ts';
import { type Uplink, readUplink } from './uplink.rules.ts';
import type { UpgradeDoor } from './door/upgrade-door.server.ts';
import type { Welcome } from './door/welcome.server.ts';

/**
 * A device that has lost its connection counts as offline only after this time, because it often reconnects at once.
 */
const GRACE_MS = 15_000;
/** After the start of the gateway, online devices have this long to connect again. */
const RETURN_MS = 60_000;

export interface IngestOptions {
  readonly app: App;
  readonly registry: Registry;
  readonly lanes: Lanes;
  readonly presence: Presence;
  readonly rejects: Rejects;
  readonly welcome: Welcome;
  readonly registration: SelfRegistration;
  readonly upgrades: UpgradeDoor;
  readonly commands: CommandDesk;
  readonly tracer: Tracer;
  /** Allow devices of models without authentication to connect from private addresses. */ readonly anonymous: boolean;
}

/** Return the certificate by which a device logs in; empty: it needs none. */
const certificateOf = (known: KnownDevice | undefined): string =>
  known?.authType === 'x509' ? `x509 ${known.certFingerprint ?? ''}` : '';

/** Counts since the process started. */
export interface IngestCounts {
  messages: number;
  values: number;
  refusedValues: number;
  poison: number;
  logins: number;
  refusedLogins: number;
}

/**
 * Entry of all device messages, by MQTT or HTTP: judges logins, follows connections, and adds the entries of messages to
 * a write queue (lane).
 */
export class Ingest implements Gate {
  readonly #of: IngestOptions;
  readonly #bans = new Bans();
  readonly #faults = new FaultEntries();
  readonly #lines = new Map<string, DeviceLine>();
  readonly #leaving = new Map<string, NodeJS.Timeout>();
  readonly counts: IngestCounts = { messages: 0, values: 0, refusedValues: 0, poison: 0, logins: 0, refusedLogins: 0 };

  readonly #began: number;

  readonly #logins: Logins;
  readonly #entries: MessageEntries;

  constructor(of: IngestOptions) {
    const now = (): number => this.#now();
    this.#of = of;
    this.#logins = new Logins({ registry: of.registry, anonymous: of.anonymous, now });
    this.#entries = new MessageEntries({ ...of, counts: this.counts, now });
    this.#began = this.#now();
  }

  #now(): number {
    return this.#of.app.clock.ms();
  }

  get lines(): number {
    return this.#lines.size;
  }

  lineOf(deviceId: string): DeviceLine | undefined {
    return this.#lines.get(deviceId);
  }

  /**
   * Is an online device expected to connect again soon? Its connection closed a moment ago, or this process serves
   * devices only since a moment.
   */
  isReturning(deviceId: string): boolean {
    if (this.#lines.has(deviceId)) return false;
    if (this.#leaving.has(deviceId)) return true;
    return this.#now() - this.#began < RETURN_MS && this.#of.registry.deviceOf(deviceId)?.isOnline === true;
  }

  /** Close the connection of a device; it may connect again at once. */
  kick(deviceId: string): void {
    this.#lines.get(deviceId)?.end('kicked');
  }

  get isFull(): boolean {
    return this.#of.lanes.isFull;
  }

  whenRelieved(go: () => void): void {
    this.#of.lanes.whenRelieved(go);
  }

  async login(
    login: DeviceLogin,
    password: string,
    address: string,
    certificate?: PresentedCertificate,
  ): Promise<DeviceIdentity | LoginRefusal> {
    this.counts.logins += 1;
    const answer = this.#logins.judge(login, { password, address, certificate });
    if (typeof answer !== 'string') {
      const device = this.#of.registry.deviceOf(answer.deviceId);
      if (device?.isSecretPending) this.#of.registration.delivered(device);
      return answer;
    }
    this.counts.refusedLogins += 1;
    const ban = answer === 'password' ? this.#bans.failed(login.deviceKey, address, this.#now()) : 'no';
    const known = this.#of.registry.device(login.deviceKey);
    if (known) this.#logLogin(known, ban === 'no' ? answer : 'banned', address);
    return ban === 'banned' ? 'banned' : answer;
  }

  #logLogin(known: KnownDevice, why: LoginRefusal, address: string): void {
    if (this.#faults.ofStranger(known.id, `login ${why}`, { address, now: this.#now() }))
      this.#logFault(known, loginWords(why, address), { reason: why, address });
  }

  #logFault(known: KnownDevice, content: string, payload: Readonly<Record<string, unknown>>): void {
    this.#of.presence.log({
      device: known,
      tenantId: known.tenantId,
      logType: 'auth_fail',
      level: 'warn',
      content,
      payload,
      at: this.#now(),
    });
  }

  opened(identity: DeviceIdentity, line: DeviceLine): void {
    const older = this.#lines.get(identity.deviceId);
    this.#lines.set(identity.deviceId, line);
    this.#of.tracer.line(identity.deviceId, 'connected', line);
    clearTimeout(this.#leaving.get(identity.deviceId));
    this.#leaving.delete(identity.deviceId);
    const known = this.#of.registry.deviceOf(identity.deviceId);
    if (older) this.#takeOver(known, older, line);
    if (!known) return;
    this.#of.presence.set(known, true, { reason: 'session', at: this.#now(), address: line.address });
    this.#of.welcome.activate(known);
  }

  /**
   * Close the older connection of a device. Two connections may be two devices with one key, so both addresses are
   * logged.
   */
  #takeOver(known: KnownDevice | undefined, older: DeviceLine, line: DeviceLine): void {
    older.end('takenOver');
    if (known && this.#faults.ofDevice(known.id, 'takenOver', this.#now()))
      this.#logFault(known, takenOverWords(older.address, line.address), { from: older.address, to: line.address });
  }

  subscribed({ deviceId, isRegistering }: DeviceIdentity, line: DeviceLine): void {
    if (isRegistering || this.#lines.get(deviceId) !== line) return;
    this.#of.tracer.line(deviceId, 'subscribed', line);
    this.#of.commands.ready(deviceId);
  }

  sent(device: DeviceIdentity, message: SentMessage): void {
    this.#of.tracer.down(device, message);
  }

  async takeCommand({ deviceId, isRegistering }: DeviceIdentity, isSafe: boolean): Promise<DownMessage | null> {
    if (isRegistering || this.#lines.has(deviceId)) return null;
    const taken = await this.#of.commands.takeFor(deviceId, isSafe);
    if (taken) this.#of.tracer.down({ deviceId }, { ...taken, written: 'written' });
    return taken;
  }

  closed(identity: DeviceIdentity, line: DeviceLine): void {
    if (this.#lines.get(identity.deviceId) !== line) return;
    this.#lines.delete(identity.deviceId);
    this.#of.tracer.line(identity.deviceId, 'closed', line);
    const known = this.#of.registry.deviceOf(identity.deviceId);
    if (!known) return;
    const timer = setTimeout(() => {
      this.#leaving.delete(known.id);
      const now = this.#of.registry.deviceOf(known.id);
      if (now && !this.#lines.has(known.id)) this.away(now, 'session');
    }, GRACE_MS);
    timer.unref();
    clearTimeout(this.#leaving.get(known.id));
    this.#leaving.set(known.id, timer);
  }

  /** Mark a device offline; if it is a gateway, its sub-devices too. */
  away(known: KnownDevice, reason: 'session' | 'timeout' | 'lwt' | 'parent'): void {
    const at = this.#now();
    this.#of.presence.set(known, false, { reason, at, address: null });
    for (const child of this.#of.registry.childrenOf(known.id))
      this.#of.presence.set(child, false, { reason: 'parent', at, address: null });
  }

  trespassed(identity: DeviceIdentity, { topic, address }: { topic: string; address: string }): void {
    const known = this.#of.registry.deviceOf(identity.deviceId);
    if (!known || !this.#faults.ofDevice(known.id, 'trespass', this.#now())) return;
    const named = cutText(cleanText(topic), 200);
    this.#logFault(known, trespassWords(named, address), { topic: named, address });
  }

  discarded(identity: DeviceIdentity, reason: 'rate' | 'large'): void {
    const known = this.#of.registry.deviceOf(identity.deviceId);
    if (known) this.#of.rejects.note(known, { reason, topic: 'up/' });
  }

  message(identity: DeviceIdentity, message: DeviceMessage, done: MessageDone): void {
    this.counts.messages += 1;
    if (identity.isRegistering) {
      void this.#of.registration.request(identity, this.#lines.get(identity.deviceId)).then(
        () => done(true),
        () => done(false),
      );
      return;
    }
    const known = this.#of.registry.deviceOf(identity.deviceId);
    if (!known || known.isDisabled) {
      this.#lines.get(identity.deviceId)?.end('notAllowed');
      done(false);
      return;
    }
    const read = readUplink(message.tail, message.payload);
    this.#of.tracer.up(known, message.tail, message.payload, read.kind === 'poison' ? read.reason : read.kind);
    if (read.kind === 'poison') {
      this.counts.poison += 1;
      this.#of.rejects.note(known, { reason: read.reason, topic: `up/${message.tail}`, payload: message.payload });
      done(true, read.reason);
      return;
    }
    this.#entries.heard(known);
    this.#take(known, read, { ...message, refused: undefined, refusals: 0 }, done);
  }

  #take(known: KnownDevice, read: Uplink, message: Incoming, done: MessageDone): void {
    const entries = this.#entries.of(known, read, message);
    if (entries) this.#push(message, entries, done);
    else {
      this.#note(known, read, message);
      done(true, 'items' in read && message.refusals === read.items.length ? message.refused : undefined);
    }
  }

  /** Handle messages that have no values. They are not awaited: the message counts as done at once. */
  #note(known: KnownDevice, read: Uplink, message: Incoming): void {
    const now = this.#now();
    const line = this.#lines.get(known.id);
    if (read.kind === 'will') this.away(known, 'lwt');
    else if (read.kind === 'chunk') this.#of.upgrades.chunk(known, read.wanted);
    else if (read.kind === 'shadow') this.#answerShadow(known, read.dev, message);
    else if (read.kind === 'time') line?.send('time', { t1: read.t1, t2: now, t3: this.#now() }, 0);
    else if (read.kind === 'childStatus')
      for (const { dev, online } of read.items)
        this.#entries.ofChild(known, dev, message, (child) => {
          this.#of.presence.set(child, online, { reason: 'parent', at: now, address: null });
          return [];
        });
    else if (read.kind === 'log')
      this.#of.presence.log({
        device: known,
        tenantId: known.tenantId,
        logType: 'device',
        level: read.level as 'info',
        content: read.content,
        payload: read.payload,
        at: now,
      });
  }

  /** Answer a device that asks for its wanted values, or a gateway that asks for those of a sub-device. */
  #answerShadow(known: KnownDevice, dev: string | null, message: Incoming): void {
    if (dev === null || dev === known.key) this.#of.commands.answerShadow(known.id, known.id);
    else
      this.#entries.ofChild(known, dev, message, (child) => {
        this.#of.commands.answerShadow(child.id, known.id);
        return [];
      });
  }

  /**
   * Add entries to the write queues of their devices; the message is done when all are stored. Without entries it is
   * done at once, with the reason of the refusal.
   */
  #push({ refused }: Incoming, entries: readonly LaneEntry[], done: MessageDone): void {
    if (entries.length === 0) {
      done(true, refused);
      return;
    }
    if (entries.length === 1) {
      this.#of.lanes.push({ entry: entries[0], done });
      return;
    }
    let left = entries.length;
    let isSafe = true;
    for (const entry of entries)
      this.#of.lanes.push({
        entry,
        done: (isStored) => {
          isSafe &&= isStored;
          left -= 1;
          if (left === 0) done(isSafe);
        },
      });
  }

  /**
   * Mark silent devices without a connection offline: after three report intervals, at least 15 minutes. Silence before
   * this process started does not count.
   */
  sweep(): void {
    const now = this.#now();
    for (const known of this.#of.registry.devices) {
      if (!known.isOnline || this.#lines.has(known.id) || this.#leaving.has(known.id)) continue;
      const patience = Math.max(known.model.reportIntervalSec * 3, 900) * 1000;
      if (now - Math.max(known.lastHeard, known.onlineSince ?? 0, this.#began) > patience) this.away(known, 'timeout');
    }
  }

  /** Close the connection of a device that was disabled or removed, or whose certificate changed. */
  changed(known: KnownDevice | undefined, deviceId: string, before?: KnownDevice): void {
    if (!known || known.isDisabled || certificateOf(before) !== certificateOf(known))
      this.#lines.get(deviceId)?.end('notAllowed');
  }

  stop(): void {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    for (const line of this.#lines.values()) line.end('stopping');
  }
}
