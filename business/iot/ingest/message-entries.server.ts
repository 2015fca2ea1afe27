import type { DeviceMessage } from '../gateway/gate.server.ts';
import { ACCEPTED_DAYS } from '../history/store/telemetry-tables.server.ts';
import { forHistory } from './judge/dead-band.rules.ts';
import type { UpgradeDoor } from './door/upgrade-door.server.ts';
import type { Welcome } from './door/welcome.server.ts';
import { type EntryEvent, type LaneEntry, emptyEntry } from './entry.rules.ts';
import type { KnownDevice } from './known-device.server.ts';
import { type JudgedBy, judgeEvent, judgeValues } from './judge/judge-message.server.ts';
import type { SentMoment } from './judge/moment.rules.ts';
import type { Presence } from './presence/presence.server.ts';
import type { Registry } from './registry.server.ts';
import type { Reject, Rejects } from './rejects.server.ts';
import type { SentValues, Uplink } from './uplink.rules.ts';

/**
 * Time for which arrivals are remembered. If a message without a time is repeated within it, the repeat gets the
 * arrival time of the first message.
 */
const SAME_WITHIN_MS = 60_000;
const MAX_RECENT = 32;

/** A message being handled, with the number of its refused parts and the reason of the first one. */
export interface Incoming extends DeviceMessage {
  refused: string | undefined;
  refusals: number;
}

export interface MessageEntriesOptions {
  readonly registry: Registry;
  readonly presence: Presence;
  readonly rejects: Rejects;
  readonly welcome: Welcome;
  readonly upgrades: UpgradeDoor;
  readonly counts: { values: number; refusedValues: number };
  readonly now: () => number;
}

/** Checks messages of devices, and makes of each the entries of the write queues. */
export class MessageEntries {
  readonly #of: MessageEntriesOptions;

  constructor(of: MessageEntriesOptions) {
    this.#of = of;
  }

  /** Return the entries of a message; null for a message that writes no history, such as a question for the time. */
  of(known: KnownDevice, read: Uplink, message: Incoming): LaneEntry[] | null {
    switch (read.kind) {
      case 'values':
        return this.#entries(known, read.items, message, read.id);
      case 'childValues':
        return read.items.flatMap(({ dev, ...values }) =>
          this.ofChild(known, dev, message, (child) => this.#entries(child, [values], message, read.id)),
        );
      case 'event':
        return this.#eventEntry(known, { ...read.event, messageId: read.id }, message);
      case 'childEvents':
        return read.events.flatMap(({ dev, ...event }) =>
          this.ofChild(known, dev, message, (child) =>
            this.#eventEntry(child, { ...event, messageId: read.id }, message),
          ),
        );
      case 'raw':
        return [this.#rawEntry(known, message)];
      case 'hello':
      case 'upgrade':
        return this.#ofFirmware(known, read, message);
      case 'topology':
        return [{ ...emptyEntry(known, this.#of.now()), topology: read.topology }];
      case 'reply':
        return this.#replyEntries(known, read, message);
      default:
        return null;
    }
  }

  /** Record that a device is alive: any valid message brings it online. */
  heard(known: KnownDevice): void {
    const now = this.#of.now();
    known.lastHeard = now;
    if (!known.isOnline) this.#of.presence.set(known, true, { reason: 'data', at: now, address: null });
  }

  /** Record that a part of a message is refused. */
  #reject(known: KnownDevice, message: Incoming, reject: Reject): void {
    message.refused ??= reject.reason;
    message.refusals += 1;
    this.#of.rejects.note(known, reject);
  }

  /** Handle data of a sub-device by `work`. Refuse a key that is not a sub-device of this gateway. */
  ofChild(
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
    this.heard(child);
    this.#of.welcome.activate(child);
    return work(child);
  }

  #judgedBy(known: KnownDevice): JudgedBy {
    const { validateMode: mode } = known.model;
    return { version: this.#of.registry.versionOf(known), mode, acceptedDays: ACCEPTED_DAYS };
  }

  #entries(known: KnownDevice, items: readonly SentValues[], message: Incoming, id: string | null): LaneEntry[] {
    // Values without a moment get the arrival time, which must be the same when the message is repeated; see
    // `#receivedAt`.
    const now = items.some(({ ts }) => ts === null) ? this.#receivedAt(known, id, message) : this.#of.now();
    const by = this.#judgedBy(known);
    const found: LaneEntry[] = [];
    for (const sent of items) {
      const judged = judgeValues(by, sent, now);
      if ('reason' in judged) {
        this.#reject(known, message, {
          reason: judged.reason,
          topic: 'up/props',
          detail: `${String(sent.ts)} ${message.address}`,
        });
        continue;
      }
      const { latest, refused, ts, quality } = judged;
      for (const one of refused) this.#reject(known, message, { ...one, topic: 'up/props' });
      this.#of.counts.refusedValues += refused.length;
      const count = Object.keys(latest).length;
      this.#of.counts.values += count;
      if (count === 0) continue;
      found.push({
        tenantId: known.tenantId,
        deviceId: known.id,
        ts,
        history: forHistory(by.version.properties, latest, ts, known.stored),
        latest,
        isWhole: count === by.version.kept,
        quality,
        frame: { topic: `up/${message.tail}`, payload: message.payload, receivedAt: this.#of.now() },
      });
    }
    return found;
  }

  #eventEntry(
    known: KnownDevice,
    { ts: sent, ...event }: EntryEvent & { readonly ts: SentMoment },
    message: Incoming,
  ): LaneEntry[] {
    const judged = judgeEvent(
      this.#judgedBy(known),
      { ts: sent, identifier: event.identifier },
      sent === null ? this.#receivedAt(known, event.messageId, message) : this.#of.now(),
    );
    if ('reason' in judged) {
      this.#reject(known, message, {
        reason: judged.reason,
        topic: `up/event/${event.identifier}`,
        identifier: event.identifier,
      });
      return [];
    }
    return [
      {
        ...emptyEntry(known, judged.ts),
        quality: judged.quality,
        events: [event],
        frame: { topic: `up/${message.tail}`, payload: message.payload, receivedAt: this.#of.now() },
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
      : this.ofChild(known, read.dev, message, (child) => upgrades.news(child, read.news));
  }

  /** Return the entry of a reply, in the queue of the device that replies: the sub-device, if its gateway names one. */
  #replyEntries(known: KnownDevice, { dev, reply }: Uplink & { kind: 'reply' }, message: Incoming): LaneEntry[] {
    const entryOf = (of: KnownDevice): LaneEntry => ({ ...emptyEntry(of, this.#of.now()), reply });
    return dev === null || dev === known.key
      ? [entryOf(known)]
      : this.ofChild(known, dev, message, (child) => [entryOf(child)]);
  }

  #rawEntry(known: KnownDevice, { payload }: DeviceMessage): LaneEntry {
    return { ...emptyEntry(known, this.#of.now()), raw: Buffer.from(payload).toString('base64') };
  }

  /**
   * Return the arrival time of a message; for a repeat that of the first one, so that it becomes the same row. Repeats
   * are recognized by the id in the payload or the packet identifier.
   */
  #receivedAt(known: KnownDevice, id: string | null, { packetId, isAgain }: DeviceMessage): number {
    const now = this.#of.now();
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
}
