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
import { type DeviceLogin, isFresh } from '../gateway/login.rules.ts';
import { Bans } from '../gateway/bans.rules.ts';
import { isPasswordOf } from '../gateway/password.server.ts';
import { isPrivate } from '../gateway/private-address.rules.ts';
import type { CommandDesk } from '../commands/dispatch/command-desk.rules.ts';
import type { Tracer } from '../commands/trace/tracer.server.ts';
import type { Presence } from './presence/presence.server.ts';
import { cleanText, cutText } from './clean-text.rules.ts';
import { FaultEntries } from './door/fault-entries.rules.ts';
import { forHistory } from './dead-band.rules.ts';
import { type EntryEvent, type LaneEntry, emptyEntry } from './entry.rules.ts';
import { loginWords, takenOverWords, trespassWords } from '../records/log-words.rules.ts';
import type { KnownDevice } from './known-device.server.ts';
import type { Lanes } from './lane/lanes.server.ts';
import { type SentMoment, messageMoment } from './moment.rules.ts';
import { ACCEPTED_DAYS } from '../history/store/telemetry-tables.server.ts';
import { QUALITY, checkValues } from './property-check.rules.ts';
import type { SelfRegistration } from './door/registration.server.ts';
import type { Registry } from './registry.server.ts';
import type { Reject, Rejects } from './rejects.server.ts';
import { type SentValues, type Uplink, readUplink } from './uplink.rules.ts';
import type { UpgradeDoor } from './door/upgrade-door.server.ts';
import type { Welcome } from './door/welcome.server.ts';

/**
 * A device that has lost its connection counts as offline only after this time, because it often reconnects at once.
 */
const GRACE_MS = 15_000;
/** After the start of the gateway, online devices have this long to connect again. */
const RETURN_MS = 60_000;
/** Reasons by which messages of a wrong moment are refused. */
const REASONS = { tooOld: 'old', seconds: 'seconds' } as const;
/**
 * Time for which arrivals are remembered. If a message without a time is repeated within it, the repeat gets the
 * arrival time of the first message.
 */
const SAME_WITHIN_MS = 60_000;
const MAX_RECENT = 32;

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

/** A message being handled, with the number of its refused parts and the reason of the first one. */
interface Incoming extends DeviceMessage {
  refused: string | undefined;
  refusals: number;
}

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
 * Entry of all device messages, by MQTT or HTTP: checks logins, parses and checks messages, and adds them to a write
 * queue (lane).
 */
export class Ingest implements Gate {
  readonly #of: IngestOptions;
  readonly #bans = new Bans();
  readonly #faults = new FaultEntries();
  readonly #lines = new Map<string, DeviceLine>();
  readonly #leaving = new Map<string, NodeJS.Timeout>();
  readonly counts: IngestCounts = { messages: 0, values: 0, refusedValues: 0, poison: 0, logins: 0, refusedLogins: 0 };

  readonly #began: number;

  constructor(of: IngestOptions) {
    this.#of = of;
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

  async login(login: DeviceLogin, password: string, address: string): Promise<DeviceIdentity | LoginRefusal> {
    this.counts.logins += 1;
    const answer = this.#judge(login, password, address);
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

  #judge(login: DeviceLogin, password: string, address: string): DeviceIdentity | LoginRefusal {
    const { registry, anonymous } = this.#of;
    const { modelCode, deviceKey } = login;
    const known = registry.device(deviceKey);
    if (!known || known.model.code !== modelCode) return this.#judgeStranger(login, password);
    if (known.isDisabled || known.model.isDisabled) return 'disabled';
    const identity: DeviceIdentity = { deviceId: known.id, tenantId: known.tenantId, modelCode, deviceKey };
    if (known.authType === 'none') return anonymous && isPrivate(address) ? identity : 'password';
    const secret = registry.secretOf(known);
    if (
      !isFresh(login.ts, this.#now(), known.model.clockless) ||
      secret === null ||
      !isPasswordOf(secret, login, password)
    ) {
      return this.#judgeStranger(login, password);
    }
    return identity;
  }

  /**
   * Judge the login of an unknown device, or one that does not fit the secret of its device. With the secret of its
   * model a device may register; the matching secret also identifies the company.
   */
  #judgeStranger(login: DeviceLogin, password: string): DeviceIdentity | LoginRefusal {
    const { registry } = this.#of;
    for (const model of registry.modelsOf(login.modelCode)) {
      const secret = model.dynamicRegister && !model.isDisabled ? registry.productSecretOf(model) : null;
      if (secret === null || !isPasswordOf(secret, login, password) || !isFresh(login.ts, this.#now(), model.clockless))
        continue;
      return {
        deviceId: `model ${model.id} ${login.deviceKey}`,
        tenantId: model.tenantId,
        modelCode: login.modelCode,
        deviceKey: login.deviceKey,
        isRegistering: true,
      };
    }
    return 'password';
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
    this.#heard(known);
    this.#take(known, read, { ...message, refused: undefined, refusals: 0 }, done);
  }

  /** Record that a device is alive: any valid message brings it online. */
  #heard(known: KnownDevice): void {
    const now = this.#now();
    known.lastHeard = now;
    if (!known.isOnline) this.#of.presence.set(known, true, { reason: 'data', at: now, address: null });
  }

  /** Record that a part of a message is refused. */
  #reject(known: KnownDevice, message: Incoming, reject: Reject): void {
    message.refused ??= reject.reason;
    message.refusals += 1;
    this.#of.rejects.note(known, reject);
  }

  #take(known: KnownDevice, read: Uplink, message: Incoming, done: MessageDone): void {
    switch (read.kind) {
      case 'values':
        this.#push(message, this.#entries(known, read.items, message, read.id), done);
        return;
      case 'childValues':
        this.#push(
          message,
          read.items.flatMap(({ dev, ...values }) =>
            this.#ofChild(known, dev, message, (child) => this.#entries(child, [values], message, read.id)),
          ),
          done,
        );
        return;
      case 'event':
        this.#push(message, this.#eventEntry(known, { ...read.event, messageId: read.id }, message), done);
        return;
      case 'childEvents':
        this.#push(
          message,
          read.events.flatMap(({ dev, ...event }) =>
            this.#ofChild(known, dev, message, (child) =>
              this.#eventEntry(child, { ...event, messageId: read.id }, message),
            ),
          ),
          done,
        );
        return;
      case 'raw':
        this.#push(message, [this.#rawEntry(known, message)], done);
        return;
      case 'hello':
      case 'upgrade':
        this.#push(message, this.#ofFirmware(known, read, message), done);
        return;
      case 'topology':
        this.#push(message, [{ ...emptyEntry(known, this.#now()), topology: read.topology }], done);
        return;
      case 'reply':
        this.#push(message, this.#replyEntries(known, read, message), done);
        return;
      default:
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
        this.#ofChild(known, dev, message, (child) => {
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
      this.#ofChild(known, dev, message, (child) => {
        this.#of.commands.answerShadow(child.id, known.id);
        return [];
      });
  }

  /** Handle data of a sub-device by `work`. Refuse a key that is not a sub-device of this gateway. */
  #ofChild(
    gateway: KnownDevice,
    key: string,
    message: Incoming,
    work: (child: KnownDevice) => LaneEntry[],
  ): LaneEntry[] {
    const child = this.#of.registry.device(key);
    if (!child || child.parentId !== gateway.id || child.isDisabled) {
      this.#reject(gateway, message, { reason: 'child', topic: 'up/sub', identifier: key });
      return [];
    }
    this.#heard(child);
    this.#of.welcome.activate(child);
    return work(child);
  }

  #entries(known: KnownDevice, items: readonly SentValues[], message: Incoming, id: string | null): LaneEntry[] {
    // Values without a moment get the arrival time, which must be the same when the message is repeated; see
    // `#receivedAt`.
    const now = items.some(({ ts }) => ts === null) ? this.#receivedAt(known, id, message) : this.#now();
    const version = this.#of.registry.versionOf(known);
    const found: LaneEntry[] = [];
    for (const { ts: sent, params } of items) {
      const moment = messageMoment(sent, now, ACCEPTED_DAYS);
      if (typeof moment === 'string') {
        this.#reject(known, message, {
          reason: REASONS[moment],
          topic: 'up/props',
          detail: `${String(sent)} ${message.address}`,
        });
        continue;
      }
      const { latest, refused, isOutside } = checkValues(version.properties, known.model.validateMode, params);
      for (const one of refused) this.#reject(known, message, { ...one, topic: 'up/props' });
      this.counts.refusedValues += refused.length;
      const count = Object.keys(latest).length;
      this.counts.values += count;
      if (count === 0) continue;
      found.push({
        tenantId: known.tenantId,
        deviceId: known.id,
        ts: moment.ts,
        history: forHistory(version.properties, latest, moment.ts, known.stored),
        latest,
        isWhole: count === version.kept,
        quality: moment.quality | (isOutside ? QUALITY.range : 0),
        frame: { topic: `up/${message.tail}`, payload: message.payload, receivedAt: this.#now() },
      });
    }
    return found;
  }

  #eventEntry(
    known: KnownDevice,
    { ts: sent, ...event }: EntryEvent & { readonly ts: SentMoment },
    message: Incoming,
  ): LaneEntry[] {
    const moment = messageMoment(
      sent,
      sent === null ? this.#receivedAt(known, event.messageId, message) : this.#now(),
      ACCEPTED_DAYS,
    );
    const { events } = this.#of.registry.versionOf(known);
    if (typeof moment === 'string' || (known.model.validateMode === 'strict' && !events.has(event.identifier))) {
      this.#reject(known, message, {
        reason: typeof moment === 'string' ? REASONS[moment] : 'unknown',
        topic: `up/event/${event.identifier}`,
        identifier: event.identifier,
      });
      return [];
    }
    return [
      {
        ...emptyEntry(known, moment.ts),
        quality: moment.quality,
        events: [event],
        frame: { topic: `up/${message.tail}`, payload: message.payload, receivedAt: this.#now() },
      },
    ];
  }

  /** Return what a greeting, or a message about firmware, adds to the queues. */
  #ofFirmware(
    known: KnownDevice,
    read: Uplink & { readonly kind: 'hello' | 'upgrade' },
    message: Incoming,
  ): LaneEntry[] {
    const { upgrades } = this.#of;
    if (read.kind === 'hello') return upgrades.hello(known, read.hello, message.address);
    return read.dev === null || read.dev === known.key
      ? upgrades.news(known, read.news)
      : this.#ofChild(known, read.dev, message, (child) => upgrades.news(child, read.news));
  }

  /** Return the entry of a reply, in the queue of the device that replies: the sub-device, if its gateway names one. */
  #replyEntries(known: KnownDevice, { dev, reply }: Uplink & { kind: 'reply' }, message: Incoming): LaneEntry[] {
    const entryOf = (of: KnownDevice): LaneEntry => ({ ...emptyEntry(of, this.#now()), reply });
    return dev === null || dev === known.key
      ? [entryOf(known)]
      : this.#ofChild(known, dev, message, (child) => [entryOf(child)]);
  }

  #rawEntry(known: KnownDevice, { payload }: DeviceMessage): LaneEntry {
    return { ...emptyEntry(known, this.#now()), raw: Buffer.from(payload).toString('base64') };
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
   * Return the arrival time of a message; for a repeat that of the first one, so that it becomes the same row. Repeats
   * are recognized by the id in the payload or the packet identifier.
   */
  #receivedAt(known: KnownDevice, id: string | null, { packetId, isAgain }: DeviceMessage): number {
    const now = this.#now();
    const name = id ?? (packetId === null ? null : `packet ${packetId}`);
    if (name === null) return now;
    const recent = (known.recentIds ??= new Map());
    const first = recent.get(name);
    if (first !== undefined && now - first < SAME_WITHIN_MS && (id !== null || isAgain)) return first;
    recent.delete(name);
    recent.set(name, now);
    if (recent.size > MAX_RECENT) recent.delete(recent.keys().next().value as string);
    return now;
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

  /** Close the connection of a device that was disabled or removed. */
  changed(known: KnownDevice | undefined, deviceId: string): void {
    if (!known || known.isDisabled) this.#lines.get(deviceId)?.end('notAllowed');
  }

  stop(): void {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    for (const line of this.#lines.values()) line.end('stopping');
  }
}
