import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { anyNumber, anyText, either, list, map, yesOrNo } from '#kernel/language/calls/shape.ts';
import { paper } from '#kernel/language/paper.ts';
import { dmdDirection, dmdFilter } from './dictionaries.ts';
import { pointRights } from './rights.rules.ts';

/** A rule by which a point of a connection model becomes a property of a thing model, and back for commands. */
export const modelMapping = paper('modelMapping', {
  title: ['数据映射配置', 'Data mapping'],
  table: 'iot_model_dmd',
  path: 'iot/model-dmd-config',
  habit: 'rest',
  says: { offset: 'shift' },
  rights: pointRights,
  sight: 'shared',
  caption: 'sourceField',
  hint: ['attributeId', 'direction'],
  order: { by: 'sort' },
  uniques: [['modelId', 'attributeId', 'connectionModelId', 'direction']],
  fields: {
    modelId: ref('thingModel', ['物模型', 'Thing model'], { required: true, list: true, filter: 'exact' }),
    attributeId: ref('modelAttribute', ['物模型功能', 'Attribute'], {
      required: true,
      list: true,
      filter: 'exact',
      depends: { modelId: 'modelId' },
    }),
    connectionModelId: ref('connectionModel', ['连接模型', 'Connection model'], {
      required: true,
      list: true,
      filter: 'exact',
    }),
    pointId: ref('connectionPoint', ['点位', 'Point'], {
      list: true,
      depends: { connectionModelId: 'connectionModelId' },
    }),
    sourceField: text(['来源字段', 'Source field'], {
      list: true,
      max: 64,
      help: ['没有点位时，报文解析得到的字段名', 'Without a point: the name of a decoded field'],
    }),
    direction: dict(dmdDirection, ['方向', 'Direction'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'up',
    }),
    scale: quantity(['倍率', 'Scale'], { initial: '1', min: 'any' }),
    shift: quantity(['偏移', 'Offset'], { min: 'any' }),
    valueMap: structured<Readonly<Record<string, string | number | boolean>>>(['值映射', 'Map of values'], {
      shape: map(either(anyText, anyNumber, yesOrNo)),
      example: '{"0":"off","1":"on"}',
      help: ['下行时一个值只能出现一次', 'For commands each value appears once only'],
    }),
    expression: text(['表达式', 'Expression'], {
      max: 200,
      wide: true,
      example: 'x * 2',
      help: [
        'x 是换算后的值，p.编码 是同一设备的其他点位；函数 min max abs round if bit',
        'x is the scaled value, p.code another point of the device; functions min max abs round if bit',
      ],
    }),
    filterMode: dict(dmdFilter, ['数据过滤', 'Filter of values'], { initial: 'none' }),
    invalidValues: structured<readonly (number | string)[], { rows: true; example: string }>(
      ['无效值', 'Invalid values'],
      {
        rows: true,
        shape: list(either(anyText, anyNumber)),
        example: '[32767,"FFFF"]',
      },
    ),
    deadband: quantity(['死区', 'Dead band'], {
      help: ['空着就用物模型功能的', 'Empty: that of the attribute'],
    }),
    maxSilentSec: integer(['最长静默（秒）', 'Longest silence (s)'], { max: 604_800 }),
    enabled: flag(['启用', 'Enabled'], { list: true, initial: true }),
    sort: integer(['排序', 'Order'], { list: true, initial: 1, max: 1_000_000 }),
  },
  groups: [
    {
      label: ['映射', 'Mapping'],
      fields: ['modelId', 'attributeId', 'connectionModelId', 'pointId', 'sourceField', 'direction', 'enabled', 'sort'],
    },
    {
      label: ['换算', 'Conversion'],
      fields: ['scale', 'shift', 'valueMap', 'expression', 'filterMode', 'invalidValues', 'deadband', 'maxSilentSec'],
    },
  ],
  card: ['modelId', 'attributeId', 'pointId', 'sourceField', 'direction', 'enabled'],
  columns: ['modelId', 'attributeId', 'connectionModelId', 'pointId', 'sourceField', 'direction', 'enabled'],
  menu: { group: 'iot-connect', icon: 'git-merge', path: '/iot/dmdConfig', sort: 30 },
});
