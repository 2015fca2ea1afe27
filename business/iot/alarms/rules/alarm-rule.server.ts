import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, implement } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import type { ModelSchema } from '../../models/model-schema.rules.ts';
import { thingModel } from '../../models/thing-model.paper.ts';
import { refuse } from '../../refusals.ts';
import { DRY_RUN_JOB, dryRunCalls, runDryRun } from '../dry-run/dry-run.server.ts';
import { ruleAddresses } from './rule-addresses.server.ts';
import { alarmRule } from './alarm-rule.paper.ts';
import { ruleProperties } from './rule-properties.calls.ts';
import { readRuleProperties } from './rule-properties.server.ts';
import { ruleProblem } from './rule-problem.rules.ts';
import { propertiesIn } from './rule-shape.rules.ts';

type Rule = Row<typeof alarmRule>;

/** Return values that clear the fields which do not belong to the rule's scope. */
const scoped = ({ scope }: Rule): Partial<Rule> => ({
  ...(scope !== 'model' && { modelId: null }),
  ...(scope !== 'thing' && { deviceId: null, inheritRuleId: null, disabled: false }),
});

function assertShape(rule: Rule): void {
  const missing = rule.scope === 'model' ? !rule.modelId : rule.scope === 'thing' ? !rule.deviceId : false;
  const field = rule.scope === 'model' ? 'modelId' : 'deviceId';
  if (missing) {
    const words =
      rule.scope === 'model'
        ? (['请选择物模型', 'Choose the thing model'] as const)
        : (['请选择设备', 'Choose the device'] as const);
    throw refuse.ruleMalformed({ zh: words[0], en: words[1] }, { fields: [{ field, words }] });
  }
  const problem = ruleProblem(rule);
  if (problem)
    throw refuse.ruleMalformed(
      { zh: problem[0], en: problem[1] },
      { fields: [{ field: 'createRules', words: problem }] },
    );
}

/**
 * Return the model version against which a rule is checked, with its properties; null: the rule applies to devices of
 * any model.
 */
async function versionOf(
  context: Context,
  rule: Rule,
): Promise<{ readonly version: number; readonly properties: ReadonlySet<string> } | null> {
  if (rule.scope === 'tenant') return null;
  const of = rule.scope === 'thing' ? await context.get(device, String(rule.deviceId)) : null;
  const model = await context.get(thingModel, String(of?.modelId ?? rule.modelId));
  const version = of?.modelVersion ?? model.publishedVersion ?? 0;
  const [found] = await context.sql.query<{ schema: ModelSchema }>(
    'select schema from iot_thing_model_version where tenant_id = $1 and model_id = $2 and version_no = $3 and is_deleted = 0',
    [context.tenantId, model.id, version],
  );
  const properties = (found?.schema.attributes ?? []).filter((one) => one.attrType === 'property');
  return { version, properties: new Set(properties.map((one) => one.identifier)) };
}

/**
 * Refuse properties that the model version lacks. Names that begin with `params.` are parameters of events and are not
 * checked.
 */
async function assertProperties(context: Context, rule: Rule): Promise<void> {
  const named = propertiesIn([...rule.createRules.map((one) => one.condition), rule.clearRule?.condition]).filter(
    (one) => !one.startsWith('params.'),
  );
  if (named.length === 0) return;
  const of = await versionOf(context, rule);
  const names = of ? named.filter((one) => !of.properties.has(one)) : [];
  if (of && names.length > 0) throw refuse.rulePropertyUnknown({ names, version: of.version }, { data: { names } });
}

/** Return the rule that a device's rule replaces: the named one, or the rule of its model with the same code. */
async function inherited(context: Context, rule: Rule): Promise<string | null> {
  if (rule.scope !== 'thing' || rule.inheritRuleId) return rule.inheritRuleId ?? null;
  const of = await context.get(device, String(rule.deviceId));
  const [above] = await context.find(
    alarmRule,
    { ruleCode: rule.ruleCode, scope: 'model', modelId: of.modelId },
    { first: 1 },
  );
  return above?.id ?? null;
}

export default behaviour<typeof alarmRule>(alarmRule, {
  async saving(context, { before, values }) {
    const merged = { ...before, ...values } as Rule;
    const rule = { ...merged, ...scoped(merged) } as Rule;
    assertShape(rule);
    await assertProperties(context, rule);
    return { ...scoped(merged), ...(rule.scope === 'thing' && { inheritRuleId: await inherited(context, rule) }) };
  },
  repeated: (_context, { ruleCode }) => refuse.ruleCodeTaken({ code: ruleCode }),
  releases: ['alarm.ruleId', 'alarmRule.inheritRuleId'],
  calls: [
    ...ruleAddresses,
    ...dryRunCalls,
    implement(ruleProperties, { read: (query, reading) => readRuleProperties(reading, query) }),
  ],
  jobs: { [DRY_RUN_JOB]: runDryRun },
});
