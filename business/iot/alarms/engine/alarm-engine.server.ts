import type { BatchOutcome } from './batch-outcome.server.ts';
import { type App, type Context, everyCompany } from '#kernel/server';
import { withDecisive } from '../../ingest/judge/dead-band.rules.ts';
import type { LaneEntry } from '../../ingest/entry.rules.ts';
import type { KnownDevice } from '../../ingest/known-device.server.ts';
import type { Registry } from '../../ingest/registry.server.ts';
import { QUALITY } from '../../ingest/property-check.rules.ts';
import type { BatchJudge } from '../../ingest/write-batch.server.ts';
import type { AlarmEffect } from '../raise/alarm-effect.server.ts';
import { writeAlarms } from '../raise/raise-alarms.server.ts';
import type { FrameMoment, RaisedFrame } from '../raise/stored-frame.rules.ts';
import { type StateRow, dropStates, readHot, writeStates } from './alarm-state.server.ts';
import { type DeviceMoment, HotDevice } from './hot-device.rules.ts';
import { RuleBook } from './rule-book.server.ts';

const NOTHING: BatchOutcome = { effects: [], states: [], gone: [], history: new Map() };
const AT_ONCE = 1000;
/**
 * Delay after start for effects that came due while the process was down, so that messages which devices send again are
 * judged first.
 */
const AFTER_START_MS = 5000;
/** Interval after which a due effect is tried again, if the working hours of the rule prevented it. */
const AGAIN_MS = 60_000;

/** Judges messages by the rules of their devices, in the transaction of the batch that stores them. */
export class AlarmEngine implements BatchJudge {
  readonly #app: App;
  readonly #registry: Registry;
  readonly #book: RuleBook;
  readonly #hot = new Map<string, HotDevice>();
  readonly #generations = new Map<string, number>();
  /** The message that started each hold time, by device and rule. */
  readonly #causes = new Map<string, Map<string, FrameMoment>>();
  /**
   * Next moment at which a rule of each device has an effect without a message. `wall` is by the platform's clock, `ts`
   * by the device's.
   */
  readonly #dues = new Map<string, { readonly wall: number; readonly ts: number }>();
  readonly #listensSince: number;
  /** Devices whose last message was late. */ readonly #late = new Set<string>();

  constructor(app: App, registry: Registry) {
    this.#app = app;
    this.#listensSince = app.clock.ms();
    this.#registry = registry;
    this.#book = new RuleBook(app, registry);
  }

  /** Read the rules of all companies and the states of their devices. */
  async load(): Promise<void> {
    for (const tenantId of await everyCompany(this.#app)) await this.loadCompany(tenantId);
  }

  async loadCompany(tenantId: string): Promise<void> {
    await this.#book.loadCompany(tenantId);
    if (!this.#book.hasRules(tenantId)) return;
    const all = [...this.#registry.devices].filter((one) => one.tenantId === tenantId && !this.#hot.has(one.id));
    for (let rest = all; rest.length > 0; rest = rest.slice(AT_ONCE))
      await this.#read(tenantId, rest.slice(0, AT_ONCE));
    for (const device of this.#registry.devices)
      if (device.tenantId === tenantId) this.#arm(device.id, this.#app.clock.ms(), true);
  }

  /** Recompile the rules, because models or devices changed. */
  changed(): void {
    this.#book.changed();
  }

  async #read(tenantId: string, devices: readonly KnownDevice[]): Promise<void> {
    const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    const known = new Map(devices.map((one) => [one.id, one]));
    const rows = await this.#app.db.read(tenancy, (sql) => readHot(sql, tenantId, [...known.keys()]));
    for (const row of rows) {
      const device = known.get(row.deviceId);
      if (!device) continue;
      this.#hot.set(
        row.deviceId,
        new HotDevice(row.deviceId, this.#book.setOf(device), {
          ...row,
          home: device,
          listensSince: this.#listensSince,
        }),
      );
      this.#generations.set(row.deviceId, this.#book.generation);
    }
  }

  /** Load the rule states of the devices of a batch that this process has not loaded yet. */
  async prepare(tenantId: string, entries: readonly LaneEntry[]): Promise<void> {
    if (!this.#book.hasRules(tenantId)) return;
    const missing = new Map<string, KnownDevice>();
    for (const { deviceId } of entries) {
      if (this.#hot.has(deviceId)) continue;
      const device = this.#registry.deviceOf(deviceId);
      if (device) missing.set(deviceId, device);
    }
    if (missing.size > 0) await this.#read(tenantId, [...missing.values()]);
  }

  #hotOf(device: KnownDevice): HotDevice | undefined {
    const hot = this.#hot.get(device.id);
    if (hot && this.#generations.get(device.id) !== this.#book.generation) {
      hot.follow(this.#book.setOf(device));
      this.#generations.set(device.id, this.#book.generation);
    }
    if (hot?.moveTo(device)) this.#causes.delete(device.id);
    return hot;
  }

  /** Judge the batch of one company, in order. */
  judge(tenantId: string, entries: readonly LaneEntry[]): BatchOutcome {
    if (!this.#book.hasRules(tenantId)) return NOTHING;
    const zone = this.#book.zoneOf(tenantId);
    const effects: AlarmEffect[] = [];
    const touched = new Set<HotDevice>();
    const history = new Map<LaneEntry, Readonly<Record<string, unknown>>>();
    for (const entry of entries) {
      const device = this.#registry.deviceOf(entry.deviceId);
      const hot = device && this.#hotOf(device);
      // Ignore messages from before the present home got the device.
      if (!device || !hot || entry.ts < (device.ownedSince ?? 0)) continue;
      touched.add(hot);
      const isLate = this.#isLate(entry);
      const causes = this.#causes.get(device.id);
      for (const one of hot.take(momentOf(entry, isLate), zone))
        effects.push({ ...one, device, entry, cause: causes?.get(one.rule.id) });
      const decisive = this.#decisive(device, hot, entry);
      if (decisive) history.set(entry, decisive);
      this.#noteCause(hot, entry);
    }
    return outcomeOf(effects, touched, history);
  }

  /**
   * Return the values that decided a rule: they are stored although the dead band would drop them. Null: there are
   * none.
   */
  #decisive(device: KnownDevice, hot: HotDevice, entry: LaneEntry): Readonly<Record<string, unknown>> | null {
    if (hot.decisive.size === 0) return null;
    return withDecisive(this.#registry.versionOf(device).properties, entry, hot.decisive, device.stored);
  }

  /** Is the message late? A tick (time without a message) counts as late if the device's last message was late. */
  #isLate({ deviceId, isTick, quality }: LaneEntry): boolean {
    if (isTick) return this.#late.has(deviceId);
    const isLate = (quality & QUALITY.late) !== 0;
    if (isLate) this.#late.add(deviceId);
    else this.#late.delete(deviceId);
    return isLate;
  }

  /** Remember the message that started the hold time of each waiting rule; forget it when the rule no longer waits. */
  #noteCause({ deviceId, waiting }: HotDevice, { frame, ts }: LaneEntry): void {
    const known = this.#causes.get(deviceId);
    if (waiting.size === 0) {
      if (known) this.#causes.delete(deviceId);
      return;
    }
    const causes = known ?? new Map<string, FrameMoment>();
    for (const ruleId of causes.keys()) if (!waiting.has(ruleId)) causes.delete(ruleId);
    if (frame) for (const ruleId of waiting) if (!causes.has(ruleId)) causes.set(ruleId, { frame, ts });
    this.#causes.set(deviceId, causes);
  }

  /** Write rule states and alarms in the transaction of the batch. */
  async write(
    context: Context,
    { effects, states, gone }: BatchOutcome,
    zone: string,
  ): Promise<readonly RaisedFrame[]> {
    await writeStates(context.sql, context.tenantId, states);
    await dropStates(context.sql, context.tenantId, gone);
    return writeAlarms(context, effects, {
      zone,
      now: () => this.#app.clock.ms(),
      versionOf: (device) => this.#registry.versionOf(device),
      parentOf: (device) => (device.parentId === null ? undefined : this.#registry.deviceOf(device.parentId)),
    });
  }

  /**
   * Drop the cached states of the devices, because the batch was not stored. They are read again before the next batch.
   */
  forget(entries: readonly LaneEntry[]): void {
    for (const { deviceId } of entries) {
      this.#hot.delete(deviceId);
      this.#causes.delete(deviceId);
    }
  }

  /** After the commit, schedule the next moment at which a rule of each device has an effect without a message. */
  stored(entries: readonly LaneEntry[]): void {
    const now = this.#app.clock.ms();
    for (const deviceId of new Set(entries.map((one) => one.deviceId))) this.#arm(deviceId, now, false);
  }

  #arm(deviceId: string, now: number, isStart: boolean): void {
    const hot = this.#hot.get(deviceId);
    const due = hot?.due ?? null;
    if (!hot || due === null) {
      this.#dues.delete(deviceId);
      return;
    }
    // Wait for the time between the newest message and the due moment, by the device's clock. A message older than five
    // minutes counts as five minutes old.
    const ahead = isStart ? Math.max(due - now, AFTER_START_MS) : due - Math.max(hot.heardTs, now - 300_000);
    this.#dues.set(deviceId, { wall: now + (ahead > 0 ? ahead : AGAIN_MS), ts: due });
  }

  /**
   * Remove the devices whose scheduled moment has come, and return a tick for each: an entry without a message that
   * lets the rules act.
   */
  takeDue(): LaneEntry[] {
    const now = this.#app.clock.ms();
    const found: LaneEntry[] = [];
    for (const [deviceId, { wall, ts }] of this.#dues) {
      if (wall > now) continue;
      this.#dues.delete(deviceId);
      const device = this.#registry.deviceOf(deviceId);
      if (device) found.push(tickOf(device, ts));
    }
    return found;
  }

  get facts(): { readonly rules: number; readonly devices: number; readonly awaited: number } {
    return { rules: this.#book.size, devices: this.#hot.size, awaited: this.#dues.size };
  }
}

const tickOf = (device: KnownDevice, ts: number): LaneEntry => ({
  tenantId: device.tenantId,
  deviceId: device.id,
  ts,
  history: null,
  latest: null,
  isWhole: false,
  quality: 0,
  isTick: true,
});

const momentOf = (entry: LaneEntry, isLate: boolean): DeviceMoment => ({
  ts: entry.ts,
  values: entry.latest,
  events: entry.events ?? [],
  isOnline: entry.isOnline ?? null,
  isTick: entry.isTick === true,
  isLate,
});

function outcomeOf(
  effects: readonly AlarmEffect[],
  touched: ReadonlySet<HotDevice>,
  history: BatchOutcome['history'],
): BatchOutcome {
  const states: StateRow[] = [];
  const gone: BatchOutcome['gone'][number][] = [];
  for (const hot of touched)
    for (const { ruleId, state } of hot.changed())
      if (state) states.push({ deviceId: hot.deviceId, ruleId, state, householdId: hot.householdId });
      else gone.push({ deviceId: hot.deviceId, ruleId });
  const isNothing = effects.length + states.length + gone.length + history.size === 0;
  return isNothing ? NOTHING : { effects, states, gone, history };
}
