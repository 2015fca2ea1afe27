import type { Reading } from '#kernel/server';
import { type CompiledRule, compileRule } from '../engine/compile-rule.rules.ts';
import { propertyBounds } from '../engine/read-rules.server.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import type { DeviceFiring } from './judged.rules.ts';
import { Replay } from './replay.rules.ts';
import type { DeviceOfRun } from './run-devices.server.ts';
import type { RunRules } from './run-rules.server.ts';
import { storedMoments } from './stored-moments.server.ts';

/** The span of a run in milliseconds, and the zone of the company. */
export interface RunSpan {
  readonly from: number;
  readonly until: number;
  readonly zone: string;
}

const compiled = (rule: RunRules['draft'], properties: readonly SchemaAttribute[]): CompiledRule =>
  compileRule(rule, propertyBounds(properties));

/** A draft and the running version over the same messages, device after device. */
export class RuleRun {
  readonly span: RunSpan;
  readonly #rules: RunRules;
  readonly draft: DeviceFiring[] = [];
  readonly running: DeviceFiring[] = [];
  messages = 0;
  /** The oldest message that was found (milliseconds). */ oldest: number | null = null;

  constructor(rules: RunRules, span: RunSpan) {
    this.#rules = rules;
    this.span = span;
  }

  async take(
    { sql, tenantId }: Pick<Reading, 'sql' | 'tenantId'>,
    { id, properties, ownedSince }: DeviceOfRun,
  ): Promise<void> {
    const { until, zone } = this.span;
    const from = Math.max(this.span.from, ownedSince - 1);
    const draft = compiled(this.#rules.draft, properties);
    const running = this.#rules.running && compiled(this.#rules.running, properties);
    // Both look at the same messages where they ask for the same kind of them.
    const both = running?.kind === draft.kind ? running : null;
    const asked = { deviceId: id, from, until };
    const all = { ...draft, properties: [...new Set([...draft.properties, ...(both?.properties ?? [])])] };
    const replays = [new Replay(draft, id, zone), ...(both ? [new Replay(both, id, zone)] : [])];
    for await (const moments of storedMoments(sql, tenantId, all, asked)) {
      if (moments.length === 0) continue;
      this.messages += moments.length;
      this.oldest = Math.min(this.oldest ?? Infinity, moments[0].ts);
      for (const moment of moments) for (const replay of replays) replay.take(moment);
    }
    this.draft.push(...replays[0].until(until).map((one) => ({ ...one, deviceId: id })));
    const other = replays[1] ?? (running && (await this.#alone({ sql, tenantId }, running, asked)));
    if (other) this.running.push(...other.until(until).map((one) => ({ ...one, deviceId: id })));
  }

  /** A running version of another kind reads its own messages. */
  async #alone(
    { sql, tenantId }: Pick<Reading, 'sql' | 'tenantId'>,
    rule: CompiledRule,
    asked: { readonly deviceId: string; readonly from: number; readonly until: number },
  ): Promise<Replay> {
    const replay = new Replay(rule, asked.deviceId, this.span.zone);
    for await (const moments of storedMoments(sql, tenantId, rule, asked))
      for (const moment of moments) replay.take(moment);
    return replay;
  }

  get hasRunning(): boolean {
    return this.#rules.running !== null;
  }
}
