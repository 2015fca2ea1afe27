import type { Reading } from '#kernel/server';
import { type CompiledRule, compileRule } from '../engine/compile-rule.rules.ts';
import { constantsOf } from '../engine/read-rules.server.ts';
import type { DeviceFiring } from './judged.rules.ts';
import { Replay } from './replay.rules.ts';
import type { DeviceMoment } from '../engine/hot-device.rules.ts';
import type { DeviceOfRun } from './run-devices.server.ts';
import { DRAFT, type RunRules } from './run-rules.server.ts';
import { storedMoments } from './stored-moments.server.ts';

/** The span of a run in milliseconds, and the time zone of the company. */
export interface RunSpan {
  readonly from: number;
  readonly until: number;
  readonly zone: string;
}

const compiled = (rule: RunRules['draft'], { properties, extensions }: DeviceOfRun): CompiledRule =>
  compileRule(rule, constantsOf(properties, extensions));

/** Runs a draft and the stored version of a rule over the same messages, device after device. */
export class RuleRun {
  readonly span: RunSpan;
  readonly #rules: RunRules;
  readonly draft: DeviceFiring[] = [];
  readonly running: DeviceFiring[] = [];
  messages = 0;
  /** The oldest message found (milliseconds). */ oldest: number | null = null;

  constructor(rules: RunRules, span: RunSpan) {
    this.#rules = rules;
    this.span = span;
  }

  async take({ sql, tenantId }: Pick<Reading, 'sql' | 'tenantId'>, device: DeviceOfRun): Promise<void> {
    const { id, ownedSince } = device;
    const query = { deviceId: id, from: Math.max(this.span.from, ownedSince - 1), until: this.span.until };
    const draft = compiled(this.#rules.draft, device);
    const running = this.#rules.running && compiled(this.#rules.running, device);
    // Rules of the same kind need the same messages, so both versions are replayed in one read.
    const both = running?.kind === draft.kind;
    const first = both ? [draft, running] : [draft];
    for await (const moments of this.#replay({ sql, tenantId }, first, query)) {
      if (moments.length > 0) this.oldest = Math.min(this.oldest ?? Infinity, moments[0].ts);
      this.messages += moments.length;
    }
    if (running && !both) for await (const _ of this.#replay({ sql, tenantId }, [running], query));
  }

  /** Replay rules over the messages of a device, slice by slice. The firings are collected after the last slice. */
  async *#replay(
    { sql, tenantId }: Pick<Reading, 'sql' | 'tenantId'>,
    rules: readonly CompiledRule[],
    query: { readonly deviceId: string; readonly from: number; readonly until: number },
  ): AsyncGenerator<readonly DeviceMoment[]> {
    const replays = rules.map((one) => new Replay(one, query.deviceId, this.span.zone));
    const all = { ...rules[0], properties: [...new Set(rules.flatMap((one) => one.properties))] };
    for await (const moments of storedMoments(sql, tenantId, all, query)) {
      for (const moment of moments) for (const replay of replays) replay.take(moment);
      yield moments;
    }
    for (const [at, rule] of rules.entries()) {
      const into = rule.id === DRAFT ? this.draft : this.running;
      into.push(...replays[at].until(query.until).map((one) => ({ ...one, deviceId: query.deviceId })));
    }
  }

  get hasRunning(): boolean {
    return this.#rules.running !== null;
  }
}
