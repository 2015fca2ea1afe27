import type { App } from '#kernel/server';
import type { Ingest } from '../../../ingest/ingest.server.ts';
import type { KnownDevice } from '../../../ingest/known-device.server.ts';
import type { Registry } from '../../../ingest/registry.server.ts';
import type { DownMessage } from '../../down-message.rules.ts';
import type { DeviceIdentity, DeviceLine, Written } from '../../gate.server.ts';
import { isPrivate } from '../../private-address.rules.ts';
import { mappedProperties } from '../points/mapping.rules.ts';
import type { PointValue } from '../points/value.rules.ts';
import { replyOf, writesOf } from './bus-command.rules.ts';
import type { PointRead, UnitId, WriteResult } from './bus.rules.ts';
import type { BusDevice, BusPlan } from './load-buses.server.ts';
import type { StoredRead } from './point-last.server.ts';

interface BusDevicesOptions {
  readonly app: App;
  readonly registry: Registry;
  readonly ingest: Ingest;
  readonly plan: BusPlan;
  write(unit: UnitId, code: string, value: PointValue): Promise<WriteResult>;
  /** Read all points of a unit now. */ read(unit: UnitId): Promise<void>;
  /** Address of the host of the bus. */ address(): string;
  /** A device came online (1) or left (−1). */ count(change: 1 | -1): void;
  note(deviceId: string, reads: Readonly<Record<string, StoredRead>>): void;
}

type Body = Readonly<Record<string, unknown>>;

const NOT_FOUND = 404;
const NO_SUCH = 501;
const DONE = 200;

const identityOf = (known: KnownDevice): DeviceIdentity => ({
  deviceId: known.id,
  tenantId: known.tenantId,
  modelCode: known.model.code,
  deviceKey: known.key,
});

/** The devices of one bus as the gateway sees them: their messages, their connections and their commands. */
export class BusDevices {
  readonly #of: BusDevicesOptions;
  readonly #lines = new Map<string, DeviceLine>();
  #byUnit = new Map<UnitId, BusDevice>();

  constructor(of: BusDevicesOptions) {
    this.#of = of;
    this.follow(of.plan.devices);
  }

  /** Serve these devices from now on. The connection of one that left the bus is closed. */
  follow(devices: readonly BusDevice[]): void {
    this.#byUnit = new Map(devices.map((one) => [one.unit, one]));
    const ids = new Set(devices.map(({ deviceId }) => deviceId));
    for (const [id, line] of this.#lines) if (!ids.has(id)) this.#release(id, line);
  }

  idOf(unit: UnitId): string | null {
    return this.#byUnit.get(unit)?.deviceId ?? null;
  }

  /** Return the device of a unit, if it may be heard on this bus: not one that is connected elsewhere. */
  #knownOf(unit: UnitId): { readonly device: BusDevice; readonly known: KnownDevice } | null {
    const device = this.#byUnit.get(unit);
    const known = device && this.#of.registry.deviceOf(device.deviceId);
    if (!device || !known || known.isDisabled) return null;
    const line = this.#of.ingest.lineOf(known.id);
    return line && line !== this.#lines.get(known.id) ? null : { device, known };
  }

  online(unit: UnitId): void {
    const found = this.#knownOf(unit);
    if (found && !this.#lines.has(found.known.id)) this.#open(found.device, found.known);
  }

  #open(device: BusDevice, known: KnownDevice): void {
    const identity = identityOf(known);
    const address = this.#of.address();
    const line: DeviceLine = {
      address,
      since: this.#of.app.clock.ms(),
      isSafe: isPrivate(address),
      send: () => undefined,
      readiness: () => 'ready',
      command: (message, acknowledged) => this.#command(device.unit, message, acknowledged),
      end: () => this.#release(known.id, line),
    };
    this.#lines.set(known.id, line);
    this.#of.count(1);
    this.#of.ingest.opened(identity, line);
    this.#of.ingest.subscribed(identity, line);
  }

  #release(deviceId: string, line: DeviceLine): void {
    if (this.#lines.get(deviceId) !== line) return;
    this.#lines.delete(deviceId);
    this.#of.count(-1);
    const known = this.#of.registry.deviceOf(deviceId);
    if (known) this.#of.ingest.closed(identityOf(known), line);
  }

  /** A unit is silent: its device is offline at once. */
  offline(unit: UnitId): void {
    const id = this.idOf(unit);
    const known = id ? this.#of.registry.deviceOf(id) : undefined;
    const line = id ? this.#lines.get(id) : undefined;
    if (id && line) this.#release(id, line);
    if (known && !this.#of.ingest.lineOf(known.id)) this.#of.ingest.away(known, 'timeout');
  }

  /** The connection to the bus is lost. */
  lost(): void {
    for (const [id, line] of this.#lines) this.#release(id, line);
  }

  reads(unit: UnitId, reads: Readonly<Record<string, PointRead>>): void {
    const id = this.idOf(unit);
    if (!id) return;
    const at = this.#of.app.clock.ms();
    this.#of.note(
      id,
      Object.fromEntries(Object.entries(reads).map(([code, read]): [string, StoredRead] => [code, { ...read, at }])),
    );
  }

  values(unit: UnitId, values: Readonly<Record<string, PointValue>>): void {
    const found = this.#knownOf(unit);
    if (!found) return;
    const { device, known } = found;
    if (!this.#lines.has(known.id)) this.#open(device, known);
    this.#report(known, mappedProperties(values, device.mappings));
  }

  /** Pass properties on as a message. Points that are no property of the thing model are for the page of points only. */
  #report(known: KnownDevice, properties: Readonly<Record<string, PointValue>>): void {
    const { properties: own } = this.#of.registry.versionOf(known);
    const params = Object.fromEntries(Object.entries(properties).filter(([identifier]) => own.has(identifier)));
    if (Object.keys(params).length) this.#message(known, 'props', { params });
    else known.lastHeard = this.#of.app.clock.ms();
  }

  #message(known: KnownDevice, tail: string, body: Body): void {
    this.#of.ingest.message(
      identityOf(known),
      {
        tail,
        payload: Buffer.from(JSON.stringify(body)),
        address: this.#of.address(),
        packetId: null,
        isAgain: false,
      },
      () => undefined,
    );
  }

  /** Begin a command. It is acknowledged at once, and replied to when its values were read back. */
  #command(unit: UnitId, { tail, payload }: DownMessage, acknowledged: () => void): Written {
    acknowledged();
    const {
      id = '',
      params,
      keys,
    } = (payload ?? {}) as {
      readonly id?: string;
      readonly params?: Body;
      readonly keys?: readonly string[];
    };
    const work =
      tail === 'property/set'
        ? this.#set(unit, id, params ?? {})
        : tail === 'property/get'
          ? this.#get(unit, id, keys ?? [])
          : this.#reply(unit, id, { code: NO_SUCH, msg: tail });
    work.catch((error: unknown) => this.#of.app.report(error as Error));
    return 'written';
  }

  #reply(unit: UnitId, id: string, body: { readonly code: number; readonly msg?: string }): Promise<void> {
    const found = this.#knownOf(unit);
    if (found) this.#message(found.known, 'reply', { id, ...body });
    return Promise.resolve();
  }

  async #set(unit: UnitId, id: string, set: Body): Promise<void> {
    const device = this.#byUnit.get(unit);
    if (!device) return;
    const writes = writesOf(set, device.mappings, device.points);
    if ('unknown' in writes) return this.#reply(unit, id, { code: NOT_FOUND, msg: `${writes.unknown}: unknown` });
    const written: Record<string, PointValue> = {};
    for (const one of writes) {
      const result = await this.#of.write(unit, one.code, one.value);
      if (result.result === 'done') {
        written[one.code] = result.value;
        continue;
      }
      const reply = replyOf(one, result);
      if (reply) await this.#reply(unit, id, reply);
      if (Object.keys(written).length) this.values(unit, written);
      return;
    }
    await this.#reply(unit, id, { code: DONE });
    this.values(unit, written);
  }

  async #get(unit: UnitId, id: string, keys: readonly string[]): Promise<void> {
    await this.#of.read(unit);
    if (this.#lines.has(this.idOf(unit) ?? '')) await this.#reply(unit, id, { code: DONE, msg: keys.join(', ') });
  }
}
