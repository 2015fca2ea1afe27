import type { App, ProcessPart, PartOptions, RunningPart } from '#kernel/server';
import { Listeners } from '../../gateway/listeners.server.ts';
import type { Rate } from '../../gateway/token-bucket.rules.ts';
import { AlarmEngine } from '../../alarms/engine/alarm-engine.server.ts';
import { Ingest } from '../ingest.server.ts';
import type { LaneEntry } from '../entry.rules.ts';
import type { KnownDevice } from '../known-device.server.ts';
import { Lanes } from '../lane/lanes.server.ts';
import { SelfRegistration } from '../door/registration.server.ts';
import { Registry } from '../registry.server.ts';
import { Rejects } from '../rejects.server.ts';
import { Welcome } from '../door/welcome.server.ts';
import { lastCounters, simulatedHomes, startDemoThread } from '../../simulator/demo-thread.server.ts';
import { Presence } from '../presence/presence.server.ts';
import { standByForDevices } from './stand-by.server.ts';

/** So many messages a second may a device send, and so many at once after a rest. */
export const DEVICE_RATE: Rate = { perSecond: 20, burst: 100 };
const SWEEP_MS = 10_000;
const REFRESH_MS = 200;
const TIMERS_MS = 1000;

/** Everything that devices talk to, as it runs. */
export interface DevicesPart extends RunningPart {
  readonly ingest: Ingest;
  readonly registry: Registry;
  readonly listeners: Listeners;
  readonly lanes: Lanes;
  readonly presence: Presence;
  readonly alarms: AlarmEngine;
  /** What was gathered is written now; for tests. */ settle(): Promise<void>;
}

export interface DevicesOptions extends Pick<PartOptions, 'host' | 'devices' | 'say' | 'anyPort' | 'simulator'> {
  readonly rate?: Rate;
}

/** Starts listeners, lanes and timers over one registry of devices. */
export async function startDevices(app: App, of: DevicesOptions): Promise<DevicesPart> {
  const registry = new Registry(app);
  const alarms = new AlarmEngine(app, registry);
  const lanes = new Lanes(app, of.devices.spoolMax, alarms);
  const presence = new Presence(app);
  const rejects = new Rejects(app);
  const welcome = new Welcome(app, presence);
  const registration = new SelfRegistration(app, registry, presence);
  const { anonymous } = of.devices;
  const ingest = new Ingest({ app, registry, lanes, presence, rejects, welcome, registration, anonymous });
  const listeners = new Listeners(ingest, {
    host: of.host,
    mqttPort: of.anyPort ? null : of.devices.mqttPort,
    mqttTlsPort: of.anyPort ? null : of.devices.mqttTlsPort,
    httpPort: of.anyPort ? null : of.devices.httpPort,
    tls: of.devices.tls,
    rate: of.rate ?? DEVICE_RATE,
    now: () => performance.now(),
    say: of.say,
    report: (error) => app.report(error),
  });
  await registry.load();
  await alarms.load();
  await lanes.start();
  presence.start();
  rejects.start();
  await listeners.start();
  const sweep = setInterval(() => ingest.sweep(), SWEEP_MS);
  sweep.unref();
  presence.onChange = (known, isOnline, at) =>
    lanes.push({ entry: presenceEntry(known, isOnline, at), done: () => {} });
  const timers = setInterval(() => {
    for (const entry of alarms.takeDue()) lanes.push({ entry, done: () => {} });
  }, TIMERS_MS);
  timers.unref();
  const refresher = new Refresher(app, registry, ingest, alarms);
  const demo = of.simulator ? startDemo(registry, listeners, await lastCounters(app)) : undefined;
  return {
    ingest,
    registry,
    listeners,
    lanes,
    presence,
    alarms,
    settle: async () => {
      await refresher.settle();
      await Promise.all([presence.flush(), rejects.flush()]);
    },
    heard: (change) => refresher.heard(change),
    facts: () => ({
      listeners: listeners.states,
      lines: ingest.lines,
      devices: registry.size,
      lanes: lanes.facts,
      counts: ingest.counts,
      rejects: rejects.counts,
      waiting: presence.facts,
      alarms: alarms.facts,
      memory: process.memoryUsage.rss(),
    }),
    stop: async () => {
      clearInterval(sweep);
      clearInterval(timers);
      await demo?.stop();
      await listeners.stop();
      ingest.stop();
      await lanes.stop();
      await Promise.all([presence.stop(), rejects.stop()]);
      refresher.stop();
    },
  };
}

const presenceEntry = ({ tenantId, id }: KnownDevice, isOnline: boolean, ts: number): LaneEntry => ({
  tenantId,
  deviceId: id,
  ts,
  history: null,
  latest: null,
  isWhole: false,
  quality: 0,
  isOnline,
});

/** The demo company lives behind the gateway, over real lines. */
function startDemo(
  registry: Registry,
  listeners: Listeners,
  counters: ReadonlyMap<string, Readonly<Record<string, number>>>,
): { stop(): Promise<void> } | undefined {
  const port = listeners.portOf('mqtt');
  const homes = simulatedHomes(registry, counters);
  return port === undefined || homes.length === 0 ? undefined : startDemoThread({ host: '127.0.0.1', port, homes });
}

/** Reads anew what somebody changed, a moment later, so that many changes are one question. */
class Refresher {
  readonly #app: App;
  readonly #registry: Registry;
  readonly #ingest: Ingest;
  readonly #alarms: AlarmEngine;
  readonly #ruled = new Set<string>();
  readonly #devices = new Map<string, Set<string>>();
  readonly #companies = new Set<string>();
  #isAll = false;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(app: App, registry: Registry, ingest: Ingest, alarms: AlarmEngine) {
    this.#app = app;
    this.#registry = registry;
    this.#ingest = ingest;
    this.#alarms = alarms;
  }

  heard({ tenantId, paper, id, action }: { tenantId: string; paper: string; id: string; action: string }): void {
    if (paper === '') this.#isAll = true;
    else if (paper === 'alarmRule' || paper === 'troubleCode') this.#ruled.add(tenantId);
    else if (paper === 'thingModel' || paper === 'modelVersion' || (paper === 'device' && id === ''))
      this.#companies.add(tenantId);
    // What the gateway itself keeps of a device is news to nobody here.
    else if (paper === 'device' && action !== 'touch')
      this.#devices.set(tenantId, (this.#devices.get(tenantId) ?? new Set()).add(id));
    else return;
    this.#timer ??= setTimeout(() => void this.settle(), REFRESH_MS);
    this.#timer.unref();
  }

  settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#working = this.#working
      .then(() => this.#refresh())
      .catch((error: unknown) => this.#app.report(error as Error));
    return this.#working;
  }

  async #refresh(): Promise<void> {
    const devices = [...this.#devices];
    const companies = [...this.#companies];
    const isAll = this.#isAll;
    this.#devices.clear();
    const ruled = [...this.#ruled];
    this.#companies.clear();
    this.#ruled.clear();
    this.#isAll = false;
    if (isAll) await this.#registry.load();
    else for (const tenantId of companies) await this.#registry.loadCompany(tenantId);
    if (isAll) await this.#alarms.load();
    else for (const tenantId of ruled) await this.#alarms.loadCompany(tenantId);
    for (const [tenantId, ids] of devices) {
      await this.#registry.refresh(tenantId, [...ids]);
      for (const id of ids) this.#ingest.changed(this.#registry.deviceOf(id), id);
    }
    // A device of another version has other rules.
    if (devices.length + companies.length > 0) this.#alarms.changed();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** The part that devices talk to. */
export const devicesPart: ProcessPart = {
  name: 'devices',
  start: (app, options) => startDevices(app, options),
  standBy: standByForDevices,
};
