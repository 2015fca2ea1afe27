import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { modelRights } from '../devices/rights.rules.ts';
import { type ModelSchema, attributeShape } from './model-schema.rules.ts';
import { list, record } from '#kernel/language/calls/shape.ts';

/** A published version of a thing model, by which messages of its devices are checked. It never changes. */
export const modelVersion = paper('modelVersion', {
  title: ['物模型版本', 'Model version'],
  table: 'iot_thing_model_version',
  path: 'iot/device-model-version',
  rights: { read: modelRights.read },
  sight: 'shared',
  readOnly: true,
  caption: 'note',
  hint: ['versionNo'],
  uniques: [['modelId', 'versionNo']],
  fields: {
    modelId: ref('thingModel', ['物模型', 'Thing model'], { required: true, list: true, filter: 'exact' }),
    versionNo: integer(['版本', 'Version'], { required: true, list: true, example: '#', max: 1_000_000 }),
    note: text(['版本说明', 'What changed'], { list: true, max: 200, isProductText: true }),
    publishedBy: person(['发布人', 'Published by'], { list: true }),
    publishedTime: moment(['发布时间', 'Published'], { list: true, filter: 'range' }),
    schema: structured<ModelSchema>(['功能定义', 'Attributes'], {
      shape: record({ attributes: list(attributeShape) }),
      example: '{"attributes":[]}',
    }),
  },
  under: 'thingModel',
});
