import type { CompiledRule, StoredRule } from './compile-rule.rules.ts';
import { compileRule } from './compile-rule.rules.ts';
import type { Constants } from './condition.rules.ts';

/** The compiled rules of a device, indexed by what triggers them. */
export interface RuleSet {
  readonly rules: readonly CompiledRule[];
  readonly byProperty: ReadonlyMap<string, readonly CompiledRule[]>;
  readonly byId: ReadonlyMap<string, CompiledRule>;
  readonly events: readonly CompiledRule[];
  readonly presence: readonly CompiledRule[];
  readonly silence: readonly CompiledRule[];
}

/** Facts of a device that decide which rules apply to it. */
export interface RuledDevice {
  readonly deviceId: string;
  readonly modelId: string;
  /** Does the model version of the device have a property? */ readonly knows: (property: string) => boolean;
  readonly constants: Constants;
}

/**
 * Return the rules that apply to a device. They are the company and model rules that no rule of the device replaces,
 * and the rules of the device that are not disabled.
 */
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
    // A company-wide rule does not apply to a device that lacks one of its properties.
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
