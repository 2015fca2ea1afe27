import { setTimeout as sleep } from 'node:timers/promises';
import { isAllowed } from '#business/platform/develop/address.rules.ts';
import { type App, type RunningPart, productActor, transact } from '#kernel/server';
import type { Ingest } from '../../../ingest/ingest.server.ts';
import type { Registry } from '../../../ingest/registry.server.ts';
import { deviceConnection } from '../channel/device-connection.paper.ts';
import { ConnectionStates } from '../channel/connection-states.server.ts';
import { outsideWords } from '../channel/ports/outside.rules.ts';
import { FrameStore } from '../channel/frames/frame-store.server.ts';
import { WantedConnections } from '../channel/wanted-connections.server.ts';
import { BusDevices } from './bus-devices.server.ts';
import { MeterBus } from '../meters/meter-bus.server.ts';
import { isMeter } from '../meters/meter-names.rules.ts';
import { meterProtocol } from '../meters/meter-protocol.rules.ts';
import { exceptionWords } from '../points/page/exception-words.rules.ts';
import type { BusEvents, BusOptions, PolledBus } from './bus.rules.ts';
import { ModbusBus } from './bus.server.ts';
import { type BusPlan, loadBuses } from './load-buses.server.ts';
import { PointStore } from './point-last.server.ts';

const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1000;
/** Numbers of the units that a scan looks for. */
const SCANNED = Array.from({ length: 32 }, (_, at) => at + 1);

/** Papers whose rows decide what a bus reads. */
const CONCERNED = ['deviceConnection', 'connectionModel', 'connectionPoint', 'modelMapping', 'device', 'thingModel'];

interface BusesOptions {
  readonly app: App;
  readonly registry: Registry;
  readonly ingest: Ingest;
}

/** A running bus. Its plan may change while it runs, except for its address. */
interface Running {
  readonly bus: PolledBus;
  readonly devices: BusDevices;
  readonly ending: AbortController;
  plan: BusPlan;
}

const addressOf = ({ host, port, protocol, timeoutMs, retries }: BusPlan): string =>
  [host, port, protocol, timeoutMs, retries].join(' ');

function busOf({ protocol }: BusPlan, options: BusOptions, events: BusEvents): PolledBus {
  if (isMeter(protocol)) return new MeterBus({ ...options, protocol: meterProtocol(protocol) }, events);
  return new ModbusBus({ ...options, transport: protocol }, events);
}

/** Polls the units of all wanted buses, and follows the changes of their rows. */
export class DeviceBuses {
  readonly #of: BusesOptions;
  readonly #running = new Map<string, Running>();
  readonly #wanted: WantedConnections<BusPlan>;
  readonly #states: ConnectionStates;
  readonly #frames: FrameStore;
  readonly #points: PointStore;

  constructor(of: BusesOptions) {
    this.#of = of;
    this.#states = new ConnectionStates(of.app);
    this.#frames = new FrameStore(of.app);
    this.#points = new PointStore(of.app);
    this.#wanted = new WantedConnections({
      app: of.app,
      states: this.#states,
      load: (tenantId) => loadBuses(of.app, tenantId),
      follow: (plans) => this.#follow(plans),
    });
  }

  async start(): Promise<void> {
    this.#states.start();
    this.#frames.start();
    this.#points.start();
    await this.#wanted.start();
  }

  get facts(): { readonly buses: number; readonly units: number } {
    const all = [...this.#running.values()];
    return { buses: all.length, units: all.reduce((sum, { plan }) => sum + plan.devices.length, 0) };
  }

  heard({ tenantId, paper, id, action }: Parameters<NonNullable<RunningPart['heard']>>[0]): void {
    if (paper === 'deviceConnection' && action === 'scan') {
      this.#scan(id).catch((error: unknown) => this.#of.app.report(error as Error));
      return;
    }
    const isBus = paper === 'deviceConnection' || this.#wanted.hasAny(tenantId);
    if (paper === '' || (CONCERNED.includes(paper) && action !== 'touch' && isBus))
      this.#wanted.changed(paper && tenantId);
  }

  settle(): Promise<void> {
    return this.#wanted.settle();
  }

  #follow(wanted: readonly BusPlan[]): void {
    const plans = new Map(wanted.map((one) => [one.connectionId, one]));
    for (const [id, running] of this.#running) {
      const plan = plans.get(id);
      if (!plan || addressOf(plan) !== addressOf(running.plan)) this.#end(id, running);
    }
    for (const [id, plan] of plans) this.#serve(id, plan);
  }

  #serve(id: string, plan: BusPlan): void {
    const there = this.#running.get(id);
    if (there) {
      there.plan = plan;
      there.devices.follow(plan.devices);
      there.bus.follow(plan.devices);
      if (there.bus.isOpen) this.#states.set(plan, 'running');
      return;
    }
    if (isAllowed(this.#of.app.settings.outboundHosts, plan.host, plan.port)) this.#begin(id, plan);
    else this.#states.set(plan, 'error', outsideWords(plan.host, plan.port));
  }

  #begin(id: string, plan: BusPlan): void {
    this.#states.set(plan, 'starting');
    const counts = (): ReturnType<ConnectionStates['counts']> => this.#states.counts(plan);
    const devices = new BusDevices({
      ...this.#of,
      plan,
      write: (unit, code, value) => bus.write(unit, code, value),
      read: (unit) => bus.readUnit(unit),
      address: () => bus.address,
      count: (change) => {
        counts().onlineDevices += change;
      },
      note: (deviceId, reads) => this.#points.note(plan, deviceId, reads),
    });
    const ending = new AbortController();
    const bus = busOf(
      plan,
      { ...plan, units: plan.devices, now: () => this.#of.app.clock.ms() },
      {
        values: (unit, values) => devices.values(unit, values),
        reads: (unit, reads) => devices.reads(unit, reads),
        online: (unit) => devices.online(unit),
        offline: (unit) => devices.offline(unit),
        refused: (unit, addresses, code) => {
          counts().badFrames += 1;
          this.#states.note(plan, exceptionWords(code, plan.protocol), `${unit} ${addresses.join(' ')}`);
        },
        wrong: (unit, words) => {
          counts().badFrames += 1;
          this.#states.note(plan, words, String(unit));
        },
        fault: () => undefined,
        frame: (direction, unit, bytes, verdict) => {
          if (direction === 'up') counts().rxFrames += 1;
          counts()[direction === 'up' ? 'rxBytes' : 'txBytes'] += bytes.length;
          this.#frames.note(plan, { deviceId: devices.idOf(unit), direction, verdict, bytes });
        },
        line: (isOpen, reason) => {
          if (ending.signal.aborted) return;
          if (!isOpen) devices.lost();
          this.#states.set(plan, isOpen ? 'running' : 'error', reason ?? undefined);
        },
      },
    );
    const running: Running = { bus, devices, ending, plan };
    this.#running.set(id, running);
    void this.#poll(running);
  }

  /** Poll until the bus is ended: what is due, then a pause until something is due again. */
  async #poll({ bus, ending: { signal } }: Running): Promise<void> {
    while (!signal.aborted) {
      try {
        await bus.begin();
        const ms = bus.isOpen ? await bus.pollDue() : MAX_PAUSE_MS;
        await sleep(Math.min(Math.max(ms, MIN_PAUSE_MS), MAX_PAUSE_MS), undefined, { signal, ref: false });
      } catch (error) {
        if (signal.aborted) return;
        this.#of.app.report(error as Error);
        await sleep(MAX_PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  /** Scan a bus, and store which units answer. */
  async #scan(id: string): Promise<void> {
    const running = this.#running.get(id);
    if (!running) return;
    const { bus, plan } = running;
    const units = await bus.scan(SCANNED);
    await transact(this.#of.app, productActor(this.#of.app, plan, 'devices'), async ({ context }) => {
      const row = await context.get(deviceConnection, id);
      await context.touch(deviceConnection, [{ id, scanned: { no: (row.scanned?.no ?? 0) + 1, units } }]);
    });
  }

  #end(id: string, { bus, devices, ending }: Running): void {
    this.#running.delete(id);
    ending.abort();
    bus.close();
    devices.lost();
  }

  async stop(): Promise<void> {
    await this.#wanted.stop();
    for (const [id, running] of this.#running) this.#end(id, running);
    await Promise.all([this.#frames.stop(), this.#points.stop(), this.#states.stop()]);
  }

  /** Write gathered frames, reads and states at once; for tests. */
  async flush(): Promise<void> {
    await this.settle();
    await Promise.all([this.#frames.flush(), this.#points.flush(), this.#states.flush()]);
  }
}
