import type { DeviceClient } from '../../simulator/mqtt-client.server.ts';
import { Random, seedOf } from '../../simulator/random.rules.ts';
import { type NoticeHeard, outcomeOf, planOf } from './upgrade-plan.rules.ts';

/** Time between two messages of a simulated upgrade. */
const STEP_MS = 4000;

const isNotice = (body: unknown): body is NoticeHeard =>
  typeof body === 'object' &&
  body !== null &&
  ['id', 'module', 'version'].every((name) => typeof (body as Record<string, unknown>)[name] === 'string');

/** Upgrades simulated devices: they obey notices, with the faults that real ones have. */
export class SimulatedUpgrades {
  readonly #versions = new Map<string, Record<string, string>>();
  readonly #running = new Set<string>();
  #count = 0;

  /** Return the versions of the modules of a device. */
  versionsOf(deviceKey: string): Record<string, string> {
    const known = this.#versions.get(deviceKey);
    if (known) return known;
    const first = { mcu: '2.3.1', wifi: '1.8.0' };
    this.#versions.set(deviceKey, first);
    return first;
  }

  /** Handle a message to a device, sent on the connection of `client`. A repeated notice changes nothing. */
  heard(deviceKey: string, client: DeviceClient, tail: string, payload: Buffer): void {
    if (tail !== 'ota/notify') return;
    let notice: unknown;
    try {
      notice = JSON.parse(payload.toString());
    } catch {
      return;
    }
    if (!isNotice(notice) || this.#running.has(notice.id)) return;
    this.#run(notice.dev ?? deviceKey, client, notice);
  }

  #run(deviceKey: string, client: DeviceClient, notice: NoticeHeard): void {
    this.#running.add(notice.id);
    const versions = this.versionsOf(deviceKey);
    this.#count += 1;
    const outcome = outcomeOf(new Random(seedOf(`${deviceKey} ${notice.version} ${this.#count}`)).next());
    const plan = planOf(notice, { outcome, before: versions[notice.module] ?? '0', stepMs: STEP_MS });
    const end = plan.at(-1)?.afterMs ?? 0;
    for (const { afterMs, tail, body } of plan)
      setTimeout(() => {
        if (afterMs === end) this.#running.delete(notice.id);
        if (tail === 'ota/version' && outcome === 'success') versions[notice.module] = notice.version;
        void client.publish(tail, body);
      }, afterMs).unref();
  }
}
