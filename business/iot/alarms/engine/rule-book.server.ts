import type { App } from '#kernel/server';
import type { KnownDevice } from '../../ingest/known-device.server.ts';
import type { Registry } from '../../ingest/registry.server.ts';
import { type StoredRule, ruleConditions } from './compile-rule.rules.ts';
import { asksExtensions } from '../rules/rule-shape.rules.ts';
import { extensionOf } from './extension.rules.ts';
import { readRules } from './read-rules.server.ts';
import { type RuleSet, compileSet, rulesFor } from './rule-set.rules.ts';

/**
 * The rules of all companies, compiled for each model version. Devices with own rules, or with rules on extension
 * values, have their own compiled set.
 */
export class RuleBook {
  readonly #app: App;
  readonly #registry: Registry;
  readonly #rules = new Map<string, readonly StoredRule[]>();
  readonly #sets = new Map<string, RuleSet>();
  readonly #zones = new Map<string, string>();
  /**
   * Counts changes. The engine compares it with the count at which it took a rule set, to know that the set is
   * outdated.
   */
  generation = 0;

  constructor(app: App, registry: Registry) {
    this.#app = app;
    this.#registry = registry;
  }

  async loadCompany(tenantId: string): Promise<void> {
    const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    const rules = await this.#app.db.read(tenancy, (sql) => readRules(sql, tenantId));
    this.#zones.set(tenantId, tenancy.zone);
    this.#rules.set(tenantId, rules);
    this.changed();
  }

  /** Discard the compiled sets, because rules, models or devices changed. */
  changed(): void {
    this.#sets.clear();
    this.generation += 1;
  }

  /** Number of rules of all companies. */
  get size(): number {
    return [...this.#rules.values()].reduce((sum, one) => sum + one.length, 0);
  }

  hasRules(tenantId: string): boolean {
    return (this.#rules.get(tenantId)?.length ?? 0) > 0;
  }

  zoneOf(tenantId: string): string {
    return this.#zones.get(tenantId) ?? 'Asia/Shanghai';
  }

  setOf(known: KnownDevice): RuleSet {
    const all = this.#rules.get(known.tenantId) ?? [];
    const hasOwn = all.some(
      (one) => (one.scope === 'thing' && one.deviceId === known.id) || asksExtensions(ruleConditions(one)),
    );
    const key = hasOwn ? `device ${known.id}` : `${known.model.id} ${known.version}`;
    const found = this.#sets.get(key);
    if (found) return found;
    const { properties } = this.#registry.versionOf(known);
    const device = {
      deviceId: known.id,
      modelId: known.model.id,
      knows: (property: string) => properties.has(property),
      constants: {
        boundsOf: (property: string) =>
          (properties.get(property)?.schema.specs ?? {}) as { min?: number; max?: number },
        extension: (key: string) => extensionOf(known.extensions, key),
      },
    };
    const made = compileSet(rulesFor(all, device), device);
    this.#sets.set(key, made);
    return made;
  }
}
