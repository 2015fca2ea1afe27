import type { CompiledRule, StoredRule } from './compile-rule.rules.ts';
import { compileRule } from './compile-rule.rules.ts';
import type { Constants } from './condition.rules.ts';

/** The rules of one device, found by what comes. */
export interface RuleSet {
  readonly rules: readonly CompiledRule[];
  readonly byProperty: ReadonlyMap<string, readonly CompiledRule[]>;
  readonly byId: ReadonlyMap<string, CompiledRule>;
  readonly events: readonly CompiledRule[];
  readonly presence: readonly CompiledRule[];
  readonly silence: readonly CompiledRule[];
}

/** What a device is, as its rules see it. */
export interface RuledDevice {
  readonly deviceId: string;
  readonly modelId: string;
  /** Properties of its version. */ readonly knows: (property: string) => boolean;
  readonly constants: Constants;
}

/** Which of the rules hold for a device: those of everybody and of its model, but for what it turned off or has in their place. */
export function rulesFor(all: readonly StoredRule[], { deviceId, modelId }: RuledDevice): StoredRule[] {
  const own = all.filter((one) => one.scope === 'thing' && one.deviceId === deviceId);
  const replaced = new Set(own.map((one) => one.inheritRuleId));
  return [
    ...all.filter(
      (one) => (one.scope === 'tenant' || (one.scope === 'model' && one.modelId === modelId)) && !replaced.has(one.id),
    ),
    ...own.filter((one) => !one.disabled),
  ];
}

export function compileSet(stored: readonly StoredRule[], device: RuledDevice): RuleSet {
  const rules = stored
    .map((one) => compileRule(one, device.constants))
    // A rule of every device is silent where the device has no such property.
    .filter((one) => one.properties.every(device.knows))
    .toSorted((one, other) => (one.of.priority ?? 1) - (other.of.priority ?? 1));
  const byProperty = new Map<string, CompiledRule[]>();
  for (const rule of rules)
    if (rule.kind === 'values')
      for (const property of rule.properties) byProperty.set(property, [...(byProperty.get(property) ?? []), rule]);
  return {
    rules,
    byProperty,
    byId: new Map(rules.map((one) => [one.id, one])),
    events: rules.filter((one) => one.kind === 'event'),
    presence: rules.filter((one) => one.kind === 'presence' || one.kind === 'flapping'),
    silence: rules.filter((one) => one.kind === 'silence'),
  };
}
