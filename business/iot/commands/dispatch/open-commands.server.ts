import type { LaneEntry } from '../../ingest/entry.rules.ts';
import type { Registry } from '../../ingest/registry.server.ts';
import type { Specs } from '../../models/model-schema.rules.ts';
import { fulfils, isReported } from '../content/content-value.rules.ts';
import type { Verification } from '../content/command-content.rules.ts';
import type { IssuedCommand } from './command-states.rules.ts';

/** A command under way whose success a report of the device can show. */
interface Observed {
  readonly id: string;
  readonly deviceId: string;
  /** Milliseconds: reports from before do not count. */ readonly sentAt: number;
  /** Values that were set and not reported since. */ readonly missing: Map<string, unknown>;
  readonly verify: Verification | null;
}

/** Tolerance for the clock of a device (milliseconds). */
const CLOCK_MS = 2000;

/**
 * Commands under way and wanted values of devices, in memory, so that a message of any other device needs no query.
 * The rows decide: an outdated entry here has no effect.
 */
export class OpenCommands {
  readonly #registry: Pick<Registry, 'deviceOf' | 'versionOf'>;
  readonly #byDevice = new Map<string, Map<string, Observed>>();
  readonly #desired = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(registry: Pick<Registry, 'deviceOf' | 'versionOf'>) {
    this.#registry = registry;
  }

  get size(): number {
    return this.#byDevice.size;
  }

  /** Observe a command that is sent. Only values that are set, or a condition, can be seen in reports. */
  observe({ id, deviceId, content, verify }: IssuedCommand, sentAt: number): void {
    if (!content.set && !verify) return;
    const observed = this.#byDevice.get(deviceId) ?? new Map<string, Observed>();
    this.#byDevice.set(deviceId, observed);
    observed.set(id, { id, deviceId, sentAt, missing: new Map(Object.entries(content.set ?? {})), verify });
  }

  forget(deviceId: string, id: string): void {
    const observed = this.#byDevice.get(deviceId);
    observed?.delete(id);
    if (observed?.size === 0) this.#byDevice.delete(deviceId);
  }

  /** Remember the wanted values of a device; empty ones are forgotten. */
  desire(deviceId: string, desired: Readonly<Record<string, unknown>> | null): void {
    if (desired && Object.keys(desired).length > 0) this.#desired.set(deviceId, desired);
    else this.#desired.delete(deviceId);
  }

  /** Remember further wanted values of a device. */
  want(deviceId: string, set: Readonly<Record<string, unknown>>): void {
    this.desire(deviceId, { ...this.#desired.get(deviceId), ...set });
  }

  /** Must the entry be compared with commands or wanted values? */
  concerns({ deviceId, latest, reply, topology }: LaneEntry): boolean {
    return (
      reply !== undefined ||
      topology !== undefined ||
      (latest !== null && (this.#byDevice.has(deviceId) || this.#desired.has(deviceId)))
    );
  }

  #specsOf(deviceId: string, identifier: string): Specs {
    const known = this.#registry.deviceOf(deviceId);
    return known ? (this.#registry.versionOf(known).properties.get(identifier)?.schema.specs ?? {}) : {};
  }

  /** Return the commands whose success the report shows. */
  seenIn({ deviceId, ts, latest }: LaneEntry): readonly Pick<Observed, 'id' | 'deviceId'>[] {
    if (!latest) return [];
    return [...(this.#byDevice.get(deviceId)?.values() ?? [])].filter((one) => this.#isSeen(one, ts, latest));
  }

  #isSeen(
    { deviceId, sentAt, missing, verify }: Observed,
    ts: number,
    latest: Readonly<Record<string, unknown>>,
  ): boolean {
    if (ts < sentAt - CLOCK_MS) return false;
    if (verify)
      return fulfils(this.#specsOf(deviceId, verify.prop), verify.op ?? 'eq', latest[verify.prop], verify.value);
    for (const [identifier, wanted] of missing)
      if (identifier in latest && isReported(this.#specsOf(deviceId, identifier), latest[identifier], wanted))
        missing.delete(identifier);
    return missing.size === 0;
  }

  /** Return the wanted values that the report shows: they are no longer wanted. */
  reachedIn({ deviceId, latest }: LaneEntry): Readonly<Record<string, unknown>> | null {
    const desired = this.#desired.get(deviceId);
    if (!desired || !latest) return null;
    const reached = Object.entries(desired).filter(
      ([identifier, wanted]) =>
        identifier in latest && isReported(this.#specsOf(deviceId, identifier), latest[identifier], wanted),
    );
    return reached.length > 0 ? Object.fromEntries(reached) : null;
  }

  /** Forget wanted values that were reached. */
  reached(deviceId: string, keys: readonly string[]): void {
    const desired = this.#desired.get(deviceId);
    if (desired)
      this.desire(deviceId, Object.fromEntries(Object.entries(desired).filter(([key]) => !keys.includes(key))));
  }
}
