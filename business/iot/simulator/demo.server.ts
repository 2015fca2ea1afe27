import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#kernel/server';
import type { PlantedFault } from '../alarms/built-in/planted-fault.rules.ts';
import { DeviceClient } from './mqtt-client.server.ts';
import { Random } from './random.rules.ts';
import {
  type HomeObserver,
  type Misbehaviour,
  type SimulatedDevice,
  SimulatedHome,
  type SimulatedHomeOptions,
} from './simulated-home.server.ts';
import { Weather } from './weather.rules.ts';

/** What the demo needs: where the gateway listens, and who lives behind it. */
export interface DemoOptions {
  readonly host: string;
  readonly port: number;
  readonly homes: readonly SimulatedHomeOptions[];
}

/** Asked of the demo while it runs. */
export type DemoCommand =
  | { readonly kind: 'misbehave'; readonly home: string; readonly how: Misbehaviour | null }
  | { readonly kind: 'fault'; readonly home: string; readonly fault: PlantedFault | null }
  | { readonly kind: 'stop' };

const TICK_MS = 1000;
/** Lines are opened over so long, as in life. */
const ARRIVAL_MS = 5000;

/** Homes that live by the clock on the wall, behind real lines to the gateway. */
export class Demo {
  readonly #homes: readonly SimulatedHome[];
  readonly #clients = new Map<string, DeviceClient>();
  readonly #weather = new Weather(new Random(7));
  #minute = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ host, port, homes }: DemoOptions, observer?: HomeObserver) {
    for (const device of homes.flatMap((home) => home.devices).filter((one) => one.parentKey === null))
      this.#clients.set(device.deviceKey, this.#line(device, host, port));
    this.#homes = homes.map(
      (home) => new SimulatedHome(home, ({ deviceKey }) => this.#clients.get(deviceKey), observer),
    );
  }

  #line(device: SimulatedDevice, host: string, port: number): DeviceClient {
    return new DeviceClient({ host, port, ...device, now: () => systemClock.ms() });
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

  #hello(client: DeviceClient, { mac, serialNumber, modelCode }: SimulatedDevice): void {
    void client.publish('hello', {
      id: String(systemClock.ms()),
      ts: systemClock.ms(),
      sn: serialNumber,
      mac,
      model: modelCode,
      fw: { mcu: '2.3.1', wifi: '1.8.0' },
      ip: '192.168.1.20',
      rssi: -58,
      boot: 'power',
    });
  }

  #tick(): void {
    const now = systemClock.ms();
    const minute = Math.floor(now / 60_000);
    if (this.#minute === 0) for (let back = 600; back > 0; back -= 1) this.#weather.step(now - back * 60_000);
    if (minute !== this.#minute) this.#weather.step(now);
    this.#minute = minute;
    for (const home of this.#homes) home.live(now, this.#weather);
  }

  /** Lets a home do wrong; null: no longer. A power cut takes its lines as well. */
  misbehave(name: string, how: Misbehaviour | null): void {
    const home = this.#homes.find((one) => one.name === name);
    if (!home) return;
    const clients = home.devices.flatMap((device) => this.#clients.get(device.deviceKey) ?? []);
    if (how === 'power') for (const client of clients) client.leave();
    else if (home.misbehaves === 'power') for (const client of clients) client.connect();
    home.misbehaves = how;
  }

  /** Lets a machine of a home have a fault; null: it is gone. */
  plant(name: string, fault: PlantedFault | null): void {
    const home = this.#homes.find((one) => one.name === name);
    if (home) home.fault = fault;
  }

  /** Lines that stand. */
  get lines(): number {
    return [...this.#clients.values()].filter((client) => client.isOpen).length;
  }

  get unacknowledged(): number {
    return [...this.#clients.values()].reduce((sum, client) => sum + client.unacknowledged, 0);
  }

  /** Nobody reports any more; the lines stay, so that what is under way arrives. */
  rest(): void {
    clearInterval(this.#timer);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const client of this.#clients.values()) client.stop();
  }
}

// In a thread of the device process the homes neither wait for the lanes nor delay them.
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
