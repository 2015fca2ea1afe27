import { flag } from '#kernel/fields/flag/flag.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { asSent, call } from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  anything,
  choice,
  either,
  list,
  map,
  nullable,
  of,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { modelAttribute } from './model-attribute.paper.ts';
import { attributeShape, tslAttribute } from './model-schema.rules.ts';
import { thingModel } from './thing-model.paper.ts';

/** A changed field of an attribute. */
const fieldDifference = record({
  field: anyText,
  old: anything('columnValue'),
  new: anything('columnValue'),
  isBreaking: yesOrNo,
});

const difference = record({
  identifier: anyText,
  name: anyText,
  attrType: anyText,
  change: choice('added', 'removed', 'changed'),
  isBreaking: yesOrNo,
  fields: list(fieldDifference),
});

export const categoryTree = call(thingModel, 'category', {
  method: 'GET',
  needs: 'view',
  title: ['设备类别及数量', 'Kinds of devices with their numbers'],
  answer: list(
    record({
      code: anyText,
      nameZh: anyText,
      nameEn: anyText,
      count: anyNumber,
      children: list(record({ code: anyText, nameZh: anyText, nameEn: anyText, count: anyNumber })),
    }),
  ),
});

const named = { id: id(thingModel.title, { required: true }) };

export const publishModel = call(thingModel, 'publish/{id}', {
  method: 'POST',
  needs: 'publish',
  title: ['发布物模型', 'Publish a thing model'],
  query: named,
  body: { note: text(['版本说明', 'What changed'], { max: 200 }) },
  answer: record({ id: anyText, modelStatus: anyText, publishedVersion: anyNumber }),
});

/** A thing model as TSL JSON. */
export const modelTsl = call(thingModel, 'tsl/{id}', {
  method: 'GET',
  needs: 'view',
  title: ['导出 TSL', 'Thing model as TSL JSON'],
  query: named,
  answer: record({
    schema: anyText,
    profile: map(nullable(either(anyText, anyNumber))),
    properties: list(tslAttribute),
    events: list(tslAttribute),
    services: list(tslAttribute),
  }),
});

/** Import TSL JSON: compare it with the model and, unless `dry`, write it. */
export const importTsl = call(thingModel, 'import-tsl', {
  method: 'POST',
  needs: 'import',
  title: ['导入 TSL', 'Thing model from TSL JSON'],
  body: {
    tsl: asSent('importedModel', ['TSL', 'TSL'], { required: true }),
    modelId: id(['并入物模型', 'Into this model']),
    dry: flag(['只比较', 'Only compare']),
  },
  answer: record({
    id: nullable(anyText),
    modelCode: anyText,
    attributes: anyNumber,
    differences: list(difference),
  }),
});

/** The effect of publishing: differences from the published version, and the number of devices. */
export const modelDifferences = call(thingModel, 'differences', {
  method: 'GET',
  needs: 'view',
  title: ['与发布版本的差别', 'What differs from the published version'],
  query: named,
  answer: record({
    version: nullable(anyNumber),
    devices: anyNumber,
    /** Attributes of the published version, by identifier. */
    published: map(attributeShape),
    differences: list(difference),
    /** The attributes as edited, in order. */
    attributes: list(of(modelAttribute)),
  }),
});

export const builtInModels = call(thingModel, 'built-in', {
  method: 'POST',
  needs: 'add',
  title: ['登记内置物模型', 'Register the built-in thing models'],
  answer: record({ added: list(anyText) }),
});
