import type { Context } from '#kernel/server';
import { storedText } from '#kernel/language/label.ts';
import { addBuiltInCodes } from '../../alarms/built-in/add-built-in-codes.server.ts';
import { modelAttribute } from '../model-attribute.paper.ts';
import { modelVersion } from '../model-version.paper.ts';
import type { SchemaAttribute } from '../model-schema.rules.ts';
import { thingModel } from '../thing-model.paper.ts';
import { completeAttribute } from '../attribute.rules.ts';
import { builtInCatalogue } from './catalogue.rules.ts';

/** Return attributes as rows of a model, with their order and property numbers. */
const numbered = (attributes: readonly SchemaAttribute[], modelId: string): Record<string, unknown>[] => {
  let propNo = 0;
  return attributes.map((one, at) => ({
    ...one,
    ...completeAttribute(one),
    modelId,
    sort: at + 1,
    propNo: one.attrType === 'property' ? ++propNo : null,
  }));
};

/** Create and publish the built-in models that the company lacks; return their codes. */
export async function addBuiltIn(context: Context): Promise<string[]> {
  const codes = builtInCatalogue.map((one) => one.modelCode);
  const there = new Set((await context.find(thingModel, { modelCode: codes })).map((row) => row.modelCode));
  const added: string[] = [];
  for (const { attributes, ...model } of builtInCatalogue) {
    if (there.has(model.modelCode)) continue;
    const { id } = await context.create(thingModel, { authType: 'device_secret', ...model });
    await context.createAll(modelAttribute, numbered(attributes, id));
    await context.act(thingModel, id, 'publish');
    for (const version of await context.find(modelVersion, { modelId: id }))
      await context.change(modelVersion, version.id, { note: storedText(['内置型号', 'Built-in model']) });
    added.push(model.modelCode);
  }
  await addBuiltInCodes(context, added);
  return added;
}
