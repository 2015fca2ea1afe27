import { mustGet } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { thingCategory } from '../../devices/dictionaries.ts';
import { thingModel } from '../../models/thing-model.paper.ts';
import { troubleCategory } from '../codes/trouble-category.paper.ts';
import { troubleCode } from '../codes/trouble-code.paper.ts';
import { alarmRule } from '../rules/alarm-rule.paper.ts';
import { builtInCodes, builtInCodeRow, builtInRule, offlineRule } from './built-in-rows.rules.ts';

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

/** Add the built-in trouble codes and rules of the models that were just added. */
export async function addBuiltInCodes(context: Context, added: readonly string[]): Promise<void> {
  const models = new Map((await context.find(thingModel, { modelCode: added })).map((one) => [one.modelCode, one.id]));
  const categories = await categoryIds(context);
  for (const one of builtInCodes) {
    const ids = one.models.flatMap((code) => models.get(code) ?? []);
    if (ids.length === 0) continue;
    const modelId = one.models.length === 1 ? ids[0] : null;
    const made = await context.create(troubleCode, {
      ...builtInCodeRow(one),
      modelId,
      categoryId: mustGet(categories, one.category),
    });
    for (const id of ids) await context.create(alarmRule, { ...builtInRule(one), modelId: id, troubleCodeId: made.id });
  }
  if (models.size > 0) await addOfflineRule(context);
}

/**
 * Add the company-wide rule for devices that are offline for ten minutes, if it is missing. Sub-devices of an offline
 * gateway raise no alarm.
 */
async function addOfflineRule(context: Context): Promise<void> {
  const [known] = await context.find(alarmRule, { ruleCode: 'device_offline', scope: 'tenant' }, { first: 1 });
  if (known) return;
  await context.create(alarmRule, offlineRule);
}
