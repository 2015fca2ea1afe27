import type { App, ProcessPart, PartOptions, RunningPart } from '#kernel/server';
import { Chunks } from '../../firmware/download/chunks.server.ts';
import { OtaDownloads } from '../../firmware/download/ota-file.server.ts';
import { LinePort } from '../../firmware/engine/line-port.server.ts';
import { UpgradeEngine } from '../../firmware/engine/upgrade-engine.server.ts';
import { loginOf } from '../../gateway/requests/http-twin.server.ts';
import { Listeners } from '../../gateway/listeners.server.ts';
import type { Rate } from '../../gateway/token-bucket.rules.ts';
import { AlarmEngine } from '../../alarms/engine/alarm-engine.server.ts';
import { Dispatcher, type DispatcherOptions } from '../../commands/dispatch/dispatcher.server.ts';
import { OneAtATime } from '../../commands/dispatch/one-at-a-time.rules.ts';
import { Tracer } from '../../commands/trace/tracer.server.ts';
import { LogUploads } from '../../commands/log/log-uploads.server.ts';
import { Ingest } from '../ingest.server.ts';
import { emptyEntry } from '../entry.rules.ts';
import { UpgradeDoor } from '../door/upgrade-door.server.ts';
import { Lanes } from '../lane/lanes.server.ts';
import { SelfRegistration } from '../door/registration.server.ts';
import { Registry } from '../registry.server.ts';
import { Rejects } from '../rejects.server.ts';
import { Welcome } from '../door/welcome.server.ts';
import { lastCounters, openFaults, simulatedHomes, startDemoThread } from '../../simulator/demo-thread.server.ts';
import type { DemoOptions } from '../../simulator/demo.server.ts';
import { DeviceChannels } from '../../gateway/connect/channel/channels.server.ts';
import { AccountGate } from '../../gateway/connect/channel/doors/account-gate.server.ts';
import { AccountLines } from '../../gateway/connect/channel/doors/account-lines.server.ts';
import { HttpFrames } from '../../gateway/connect/channel/doors/http-door.server.ts';
import { WebSocketFrames } from '../../gateway/connect/channel/doors/web-socket-door.server.ts';
import { DeviceBuses } from '../../gateway/connect/modbus/device-buses.server.ts';
import { Presence } from '../presence/presence.server.ts';
import { HourFacts } from './hour-facts.rules.ts';
import { StoredPast } from './stored-past.server.ts';
import { standByForDevices } from './stand-by.server.ts';

/** Messages a second that one device may send, and how many at once. */
export const DEVICE_RATE: Rate = { perSecond: 20, burst: 100 };
const SWEEP_MS = 10_000;
const REFRESH_MS = 200;
const TIMERS_MS = 1000;

/** The gateway part `devices` of a process, with everything that serves devices. */
export interface DevicesPart extends RunningPart {
  readonly ingest: Ingest;
  readonly registry: Registry;
  readonly listeners: Listeners;
  readonly lanes: Lanes;
  readonly presence: Presence;
  readonly alarms: AlarmEngine;
  readonly upgrades: UpgradeEngine;
  readonly commands: Dispatcher;
  readonly channels: DeviceChannels;
  readonly buses: DeviceBuses;
  /** Write gathered changes at once; for tests. */ settle(): Promise<void>;
}

export interface DevicesOptions extends Pick<PartOptions, 'host' | 'devices' | 'say' | 'anyPort' | 'simulator'> {
  readonly rate?: Rate;
}

/** The parts that serve the requests of devices. */
interface Served {
  readonly ingest: Ingest;
  readonly commands: Dispatcher;
  readonly channels: DeviceChannels;
}

/** Return the listeners of all ports for devices. */
const listenersOf = (app: App, { ingest, commands, channels: { doors } }: Served, of: DevicesOptions): Listeners =>
  new Listeners(new AccountGate(ingest, new AccountLines(doors)), {
    host: of.host,
    mqttPort: of.anyPort ? null : of.devices.mqttPort,
    mqttTlsPort: of.anyPort ? null : of.devices.mqttTlsPort,
    httpPort: of.anyPort ? null : of.devices.httpPort,
    coapPort: of.anyPort ? null : of.devices.coapPort,
    tls: of.devices.tls,
    rate: of.rate ?? DEVICE_RATE,
    files: [
      new OtaDownloads({
        app,
        login: loginOf,
        judge: (...attempt) => ingest.login(...attempt),
      }),
      new LogUploads({ app, ended: (ended) => commands.ended(ended) }),
      new HttpFrames(doors),
    ],
    upgrades: [new WebSocketFrames(doors)],
    now: () => performance.now(),
    say: of.say,
    report: (error) => app.report(error),
  });

/** Return the connections that companies configured. */
const channelsOf = (app: App, registry: Registry, ingest: Ingest, of: DevicesOptions): DeviceChannels =>
  new DeviceChannels({
    app,
    registry,
    ingest,
    host: of.host,
    ports: of.devices.ports,
    anyPort: of.anyPort === true,
    hasListener: (kind) =>
      of.anyPort === true ||
      (kind === 'http' ? of.devices.httpPort !== 0 : of.devices.mqttPort !== 0 || of.devices.mqttTlsPort !== 0),
  });

/** Return how the dispatcher reaches devices. The connections are opened after the dispatcher. */
const wayTo = (lines: { readonly of?: Ingest }): Pick<DispatcherOptions, 'lineOf' | 'isReturning'> => ({
  lineOf: (id) => lines.of?.lineOf(id),
  isReturning: (id) => lines.of?.isReturning(id) === true,
});

/** Start everything that serves devices: registry, alarm engine, write queues, listeners and timers. */
export async function startDevices(app: App, of: DevicesOptions): Promise<DevicesPart> {
  const registry = new Registry(app);
  const alarms = new AlarmEngine(app, registry);
  const lines: { of?: Ingest } = {};
  const alone = new OneAtATime();
  const commands = new Dispatcher({ app, registry, ...wayTo(lines), alone });
  const tracer = new Tracer(app, registry);
  const lanes = new Lanes(app, of.devices.spoolMax, { judge: alarms, commands });
  const presence = new Presence(app);
  const rejects = new Rejects(app);
  const welcome = new Welcome(app, presence);
  const registration = new SelfRegistration(app, registry, presence);
  const { anonymous } = of.devices;
  const port = new LinePort({
    deviceOf: (id) => registry.deviceOf(id),
    lineOf: (id) => ingest.lineOf(id),
  });
  const upgrades = new UpgradeEngine(app, port, alone);
  const chunks = new Chunks(app, port);
  const ingest: Ingest = new Ingest({
    app,
    registry,
    lanes,
    presence,
    rejects,
    welcome,
    registration,
    commands,
    tracer,
    anonymous,
    upgrades: new UpgradeDoor({ upgrades, chunks, welcome, registry, now: () => app.clock.ms() }),
  });
  lines.of = ingest;
  const channels = channelsOf(app, registry, ingest, of);
  const listeners = listenersOf(app, { ingest, commands, channels }, of);
  const buses = new DeviceBuses({ app, registry, ingest });
  await registry.load();
  await alarms.load();
  await commands.start();
  await tracer.start();
  await lanes.start();
  presence.start();
  rejects.start();
  upgrades.start();
  await listeners.start();
  await channels.start();
  await buses.start();
  presence.onChange = (known, isOnline, at) =>
    lanes.push({ entry: { ...emptyEntry(known, at), isOnline }, done: () => {} });
  const hour = new HourFacts(() => app.clock.ms());
  const past = await StoredPast.open(app);
  const stopTimers = startTimers({ ingest, alarms, lanes, rejects }, hour, past);
  const refresher = new Refresher(app, registry, ingest, alarms);
  const demo = of.simulator
    ? startDemo(registry, listeners, { counters: await lastCounters(app), faults: await openFaults(app) })
    : undefined;
  const served = { ingest, registry, listeners, lanes, presence, alarms, upgrades, commands, channels, buses };
  return {
    ...served,
    settle: async () => {
      await refresher.settle();
      await Promise.all([presence.flush(), rejects.flush()]);
      await commands.settle();
      await tracer.flush();
      await channels.flush();
      await buses.flush();
    },
    heard: hearing(refresher, { ingest, tracer, commands, channels, buses }),
    facts: () => factsOf({ ...served, rejects, tracer, hour, past }),
    stop: async () => {
      stopTimers();
      await past.stop();
      await demo?.stop();
      await upgrades.stop();
      await commands.stop();
      channels.doors.stop();
      await listeners.stop();
      await channels.stop();
      await buses.stop();
      ingest.stop();
      await tracer.stop();
      await lanes.stop();
      await Promise.all([presence.stop(), rejects.stop()]);
      refresher.stop();
    },
  };
}

/** Return the figures of the part, for the page of the platform. */
const factsOf = (
  of: Omit<DevicesPart, keyof RunningPart | 'settle'> & {
    readonly rejects: Rejects;
    readonly tracer: Tracer;
    readonly hour: HourFacts;
    readonly past: StoredPast;
  },
): Readonly<Record<string, unknown>> => ({
  listeners: of.listeners.states,
  lines: of.ingest.lines,
  devices: of.registry.size,
  lanes: of.lanes.facts,
  hour: of.hour.facts,
  past: of.past.facts,
  counts: of.ingest.counts,
  rejects: of.rejects.counts,
  waiting: of.presence.facts,
  alarms: of.alarms.facts,
  upgrades: of.upgrades.facts,
  commands: of.commands.facts,
  traces: of.tracer.facts,
  channels: of.channels.facts,
  buses: of.buses.facts,
  memory: process.memoryUsage.rss(),
});

/** Sweep idle lines, take due alarms and note the figures of the hour, until the returned function is called. */
function startTimers(
  {
    ingest,
    alarms,
    lanes,
    rejects,
  }: {
    readonly ingest: Ingest;
    readonly alarms: AlarmEngine;
    readonly lanes: Lanes;
    readonly rejects: Rejects;
  },
  hour: HourFacts,
  past: StoredPast,
): () => void {
  const sweep = setInterval(() => ingest.sweep(), SWEEP_MS);
  sweep.unref();
  const timers = setInterval(() => {
    hour.note(ingest.lines, lanes.facts);
    const refused = Object.values(rejects.counts).reduce((sum, one) => sum + one, 0);
    past.note(ingest.lines, lanes.facts, { messages: ingest.counts.messages, refused });
    for (const entry of alarms.takeDue()) lanes.push({ entry, done: () => {} });
  }, TIMERS_MS);
  timers.unref();
  return () => {
    clearInterval(sweep);
    clearInterval(timers);
  };
}

/** Return a function that handles changes of rows by any process. */
const hearing =
  (
    refresher: Refresher,
    { ingest, tracer, commands, channels, buses }: Served & { readonly tracer: Tracer; readonly buses: DeviceBuses },
  ): NonNullable<RunningPart['heard']> =>
  (change) => {
    refresher.heard(change);
    channels.heard(change);
    buses.heard(change);
    if (change.paper === 'device' && change.action === 'kick') ingest.kick(change.id);
    if (change.paper === 'device' && change.action === 'trace') tracer.heard(change.tenantId, change.id);
    if (change.paper === 'deviceCommand' || change.paper === '') commands.heard();
  };

/** Connect the simulated homes of the demo to the MQTT listener of this process. */
function startDemo(
  registry: Registry,
  listeners: Listeners,
  {
    counters,
    faults,
  }: Pick<DemoOptions, 'faults'> & {
    readonly counters: ReadonlyMap<string, Readonly<Record<string, number>>>;
  },
): { stop(): Promise<void> } | undefined {
  const port = listeners.portOf('mqtt');
  const homes = simulatedHomes(registry, counters);
  return port === undefined || homes.length === 0
    ? undefined
    : startDemoThread({ host: '127.0.0.1', port, httpPort: listeners.portOf('http'), homes, faults });
}

/** Reloads changed devices, models and rules into memory. Changes within a short delay are reloaded together. */
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
    // The gateway writes devices itself by `touch`: it knows these changes already.
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
      const before = new Map([...ids].map((id) => [id, this.#registry.deviceOf(id)]));
      await this.#registry.refresh(tenantId, [...ids]);
      for (const id of ids) this.#ingest.changed(this.#registry.deviceOf(id), id, before.get(id));
    }
    // The rules of a device depend on its model version, so compiled rules are outdated.
    if (devices.length + companies.length > 0) this.#alarms.changed();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Definition of the process part `devices`: its name, and the functions that start it or stand by. */
export const devicesPart: ProcessPart = {
  name: 'devices',
  start: (app, options) => startDevices(app, options),
  standBy: standByForDevices,
};
