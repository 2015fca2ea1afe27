import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#kernel/server';
import { builtInCodes } from '../alarms/built-in/built-in-rows.rules.ts';
import type { PlantedFault } from '../alarms/built-in/planted-fault.rules.ts';
import { type FaultyMachine, type FoundFault, LiveFaults } from '../alarms/built-in/live-faults.rules.ts';
import { sendSimulatedLog } from '../commands/log/simulated-log.server.ts';
import { SimulatedUpgrades } from '../firmware/simulated/simulated-upgrades.server.ts';
import { DeviceClient } from './mqtt-client.server.ts';
import { readCommand } from './obedience.rules.ts';
import { Random } from './random.rules.ts';
import {
  type HomeObserver,
  type Misbehaviour,
  type SimulatedDevice,
  SimulatedHome,
  type SimulatedHomeOptions,
} from './simulated-home.server.ts';
import { Weather } from './weather.rules.ts';

/** Options of the demo: the address of the gateway, and the homes to simulate. */
export interface DemoOptions {
  readonly host: string;
  readonly port: number;
  /** Port for requests of devices; absent: they send no files. */ readonly httpPort?: number;
  readonly homes: readonly SimulatedHomeOptions[];
  /** Faults that homes have at the start. If present, more faults come and go; absent: only planted ones. */
  readonly faults?: readonly FoundFault[];
}

/** A message to the worker thread of the demo. */
export type DemoCommand =
  | { readonly kind: 'misbehave'; readonly home: string; readonly how: Misbehaviour | null }
  | { readonly kind: 'fault'; readonly home: string; readonly fault: PlantedFault | null }
  | { readonly kind: 'stop' };

const TICK_MS = 1000;
/** Time over which the devices connect, in milliseconds. */
const ARRIVAL_MS = 5000;

const machinesOf = (homes: readonly SimulatedHomeOptions[]): FaultyMachine[] =>
  homes.flatMap(({ name, devices }) =>
    devices.map(({ deviceKey, modelCode }) => ({ home: name, deviceKey, modelCode })),
  );

/** Simulates homes in real time, with connections to a real gateway. */
export class Demo {
  readonly #homes: readonly SimulatedHome[];
  readonly #clients = new Map<string, DeviceClient>();
  readonly #weather = new Weather(new Random(7));
  readonly #upgrades = new SimulatedUpgrades();
  readonly #faults: LiveFaults | undefined;
  #minute = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ host, port, httpPort, homes, faults }: DemoOptions, observer?: HomeObserver) {
    this.#faults =
      faults && new LiveFaults(machinesOf(homes), builtInCodes, { found: faults, startedAt: systemClock.ms() });
    for (const device of homes.flatMap((home) => home.devices).filter((one) => one.parentKey === null))
      this.#clients.set(device.deviceKey, this.#line(device, host, port));
    this.#homes = homes.map(
      (home) => new SimulatedHome(home, ({ deviceKey }) => this.#clients.get(deviceKey), observer),
    );
    if (httpPort !== undefined)
      for (const home of this.#homes)
        home.sendLog = (url, deviceKey) =>
          sendSimulatedLog(`http://${host}:${httpPort}`, url, { deviceKey, now: systemClock.ms() });
  }

  #line(device: SimulatedDevice, host: string, port: number): DeviceClient {
    const client: DeviceClient = new DeviceClient({
      host,
      port,
      ...device,
      now: () => systemClock.ms(),
      told: (tail, payload) => {
        this.#upgrades.heard(device.deviceKey, client, tail, payload);
        this.#obey(device, tail, payload);
      },
    });
    return client;
  }

  #obey(device: SimulatedDevice, tail: string, payload: Buffer): void {
    const command = readCommand(tail, payload.toString());
    const home = command && this.#homes.find((one) => one.devices.includes(device));
    if (command) home?.obey(device, command, () => systemClock.ms());
  }

  /** Number of commands that the homes have executed, and of those executed more than once. */
  get executions(): { readonly commands: number; readonly twice: number } {
    const all = this.#homes.map(({ executions }) => executions);
    return {
      commands: all.reduce((sum, { commands }) => sum + commands, 0),
      twice: all.reduce((sum, { twice }) => sum + twice, 0),
    };
  }

  start(): void {
    const arrival = new Random(11);
    for (const home of this.#homes)
      for (const device of home.devices) {
        const client = this.#clients.get(device.deviceKey);
        if (!client) continue;
        setTimeout(() => client.connect(), arrival.between(0, ARRIVAL_MS)).unref();
        void client.opened().then(() => this.#hello(client, device));
      }
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  #hello(client: DeviceClient, { mac, serialNumber, modelCode, deviceKey }: SimulatedDevice): void {
    void client.publish('hello', {
      id: String(systemClock.ms()),
      ts: systemClock.ms(),
      sn: serialNumber,
      mac,
      model: modelCode,
      fw: this.#upgrades.versionsOf(deviceKey),
      ip: '192.168.1.20',
      rssi: -58,
      boot: 'power',
    });
  }

  #tick(): void {
    const now = systemClock.ms();
    const minute = Math.floor(now / 60_000);
    if (this.#minute === 0) for (let back = 600; back > 0; back -= 1) this.#weather.step(now - back * 60_000);
    if (minute !== this.#minute) {
      this.#weather.step(now);
      this.#showFaults(now);
    }
    this.#minute = minute;
    for (const home of this.#homes) home.live(now, this.#weather);
  }

  /** Give each home the fault that it shows in this minute; a planted fault takes precedence. */
  #showFaults(now: number): void {
    const shown = this.#faults?.at(now);
    if (shown) for (const home of this.#homes) home.liveFault = shown.get(home.name) ?? null;
  }

  /** Let a home misbehave in a way; null: no longer. For `power` its devices also lose their connections. */
  misbehave(name: string, how: Misbehaviour | null): void {
    const home = this.#homes.find((one) => one.name === name);
    if (!home) return;
    const clients = home.devices.flatMap((device) => this.#clients.get(device.deviceKey) ?? []);
    if (how === 'power') for (const client of clients) client.leave();
    else if (home.misbehaves === 'power') for (const client of clients) client.connect();
    home.misbehaves = how;
  }

  /** Plant a fault in a home; null: remove it. */
  plant(name: string, fault: PlantedFault | null): void {
    const home = this.#homes.find((one) => one.name === name);
    if (home) home.fault = fault;
  }

  /** Number of open connections. */
  get lines(): number {
    return [...this.#clients.values()].filter((client) => client.isOpen).length;
  }

  get unacknowledged(): number {
    return [...this.#clients.values()].reduce((sum, client) => sum + client.unacknowledged, 0);
  }

  /** Stop all reports. The connections stay open, so that pending messages are still acknowledged. */
  rest(): void {
    clearInterval(this.#timer);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const client of this.#clients.values()) client.stop();
  }
}

// Run as a worker thread, so that simulated homes and the write queues of the process do not delay each other.
if (!isMainThread && parentPort && (workerData as { isDemo?: boolean } | null)?.isDemo) {
  const demo = new Demo((workerData as { options: DemoOptions }).options);
  demo.start();
  parentPort.on('message', (command: DemoCommand) => {
    if (command.kind === 'misbehave') demo.misbehave(command.home, command.how);
    else if (command.kind === 'fault') demo.plant(command.home, command.fault);
    else {
      demo.stop();
      setTimeout(() => process.exit(0), 200);
    }
  });
}
