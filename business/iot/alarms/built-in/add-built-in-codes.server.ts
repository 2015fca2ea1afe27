import type { Context } from '#kernel/server';
import { thingCategory } from '../../dictionaries.ts';
import { thingModel } from '../../models/thing-model.paper.ts';
import { troubleCategory } from '../codes/trouble-category.paper.ts';
import { troubleCode } from '../codes/trouble-code.paper.ts';
import { alarmRule } from '../rules/alarm-rule.paper.ts';
import { airWaterCodes } from './air-water-codes.rules.ts';
import type { BuiltInCode } from './built-in-code.rules.ts';
import { heatingCodes } from './heating-codes.rules.ts';

/** The trouble codes that the product brings along. */
export const builtInCodes: readonly BuiltInCode[] = [...heatingCodes, ...airWaterCodes];

async function categoryIds(context: Context): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(builtInCodes.map((one) => one.category))];
  const ids = new Map(
    (await context.find(troubleCategory, { categoryCode: wanted })).map((one) => [one.categoryCode, one.id]),
  );
  for (const [at, category] of wanted.entries()) {
    if (ids.has(category)) continue;
    const [name, nameEn] = thingCategory.items[category];
    const made = await context.create(troubleCategory, {
      categoryCode: category,
      name,
      nameEn,
      thingCategory: category,
      sort: at + 1,
    });
    ids.set(category, made.id);
  }
  return ids;
}

/** The rule by which a model is seen to have a fault. */
const ruleOf = (one: BuiltInCode, modelId: string, codeId: string) => ({
  ruleName: one.name[0],
  ruleNameEn: one.name[1],
  ruleCode: `${one.code.toLowerCase()}_${one.category}`,
  scope: 'model' as const,
  modelId,
  alarmType: one.source ? ('trouble_code' as const) : ('threshold' as const),
  createRules: [
    {
      level: one.level,
      ...(one.condition && { condition: one.condition }),
      ...(one.holdSec ? { mode: 'duration' as const, holdSec: one.holdSec } : { mode: 'simple' as const }),
    },
  ],
  ...(one.clear && { clearRule: { condition: one.clear } }),
  troubleCodeId: codeId,
});

/** Registers the trouble codes and rules of the models that were just added. */
export async function addBuiltInCodes(context: Context, added: readonly string[]): Promise<void> {
  const models = new Map((await context.find(thingModel, { modelCode: added })).map((one) => [one.modelCode, one.id]));
  const categories = await categoryIds(context);
  for (const one of builtInCodes) {
    const ids = one.models.flatMap((code) => models.get(code) ?? []);
    if (ids.length === 0) continue;
    const modelId = one.models.length === 1 ? ids[0] : null;
    const made = await context.create(troubleCode, {
      code: one.code,
      modelId,
      categoryId: categories.get(one.category)!,
      name: one.name[0],
      nameEn: one.name[1],
      level: one.level,
      source: one.source ?? null,
      cause: one.cause,
      solutionZh: one.solution[0],
      solutionEn: one.solution[1],
      autoRepair: one.repair ?? 'no',
      safety: one.safety ?? false,
    });
    for (const id of ids) await context.create(alarmRule, ruleOf(one, id, made.id));
  }
  if (models.size > 0) await addOfflineRule(context);
}

/** Every gateway that is away for ten minutes is told of; what hangs on it is silent. */
async function addOfflineRule(context: Context): Promise<void> {
  const [known] = await context.find(alarmRule, { ruleCode: 'device_offline', scope: 'tenant' }, 1);
  if (known) return;
  await context.create(alarmRule, {
    ruleName: '设备离线',
    ruleNameEn: 'Device offline',
    ruleCode: 'device_offline',
    scope: 'tenant',
    alarmType: 'offline',
    createRules: [{ level: 'minor', mode: 'duration', holdSec: 600 }],
    suppression: { parent: true },
  });
}
