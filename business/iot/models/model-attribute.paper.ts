import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import {
  accessMode,
  aggMode,
  attrType,
  callMode,
  dataType,
  eventLevel,
  iotUnit,
  reportMode,
  storageMode,
} from '../devices/dictionaries.ts';
import { riskLevel } from '../commands/dictionaries.ts';
import { modelRights } from '../devices/rights.rules.ts';
import { type AttributeParameter, type Specs, parameterShape, specsShape } from './model-schema.rules.ts';
import { list } from '#kernel/language/calls/shape.ts';

const ofProperty = { field: 'attrType', is: ['property'] } as const;
const ofService = { field: 'attrType', is: ['service'] } as const;

/** A property, event or service of a thing model, as edited. Devices use the copy in the published version. */
export const modelAttribute = paper('modelAttribute', {
  title: ['物模型功能', 'Model attribute'],
  table: 'iot_model_attribute',
  path: 'iot/device-model-attribute',
  habit: 'rest',
  rights: modelRights,
  sight: 'shared',
  caption: 'name',
  englishCaption: 'nameEn',
  hint: ['identifier'],
  search: ['identifier', 'name', 'nameEn'],
  order: { by: 'sort' },
  uniques: [['modelId', 'identifier']],
  fields: {
    modelId: ref('thingModel', ['物模型', 'Thing model'], { required: true, list: true, filter: 'exact' }),
    attrType: dict(attrType, ['功能类型', 'Kind'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'property',
    }),
    identifier: text(['标识符', 'Identifier'], {
      required: true,
      list: true,
      filter: 'like',
      max: 50,
      example: 'value#',
    }),
    name: text(['名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    nameEn: text(['英文名称', 'English name'], { max: 60 }),
    dataType: dict(dataType, ['数据类型', 'Data type'], { list: true, filter: 'exact' }),
    specs: structured<Specs>(['类型参数', 'Specification'], {
      shape: specsShape,
      example: '{"min":0,"max":100,"step":1}',
    }),
    unit: dict(iotUnit, ['单位', 'Unit'], { list: true }),
    accessMode: dict(accessMode, ['读写', 'Access'], { list: true }),
    reportMode: dict(reportMode, ['上报方式', 'Reported'], { list: true }),
    deadband: quantity(['死区', 'Dead band'], {
      help: ['变化小于它不存历史', 'A smaller change is not kept in the history'],
    }),
    maxSilentSec: integer(['最长静默（秒）', 'Longest silence (s)'], { max: 604_800 }),
    maxRate: quantity(['最大变化（每分钟）', 'Maximum change per minute']),
    storage: dict(storageMode, ['存储', 'Stored'], { list: true }),
    aggregation: dict(aggMode, ['聚合方式', 'Aggregation'], { list: true }),
    counterWrap: quantity(['回绕值', 'Wraps at']),
    required: flag(['必填', 'Required'], { initial: false }),
    screen: flag(['大屏显示', 'On wall displays'], { list: true, initial: false }),
    chart: flag(['曲线', 'Curve'], { list: true, initial: false }),
    alarmable: flag(['可告警', 'May alarm'], { list: true, initial: false }),
    setting: flag(['设置项', 'Setting'], { list: true, initial: false }),
    eventLevel: dict(eventLevel, ['事件级别', 'Event level'], { list: true }),
    params: structured<readonly AttributeParameter[], { rows: true; parts: readonly StructuredPart[] }>(
      ['参数', 'Parameters'],
      {
        rows: true,
        shape: list(parameterShape),
        parts: [
          { name: 'identifier', label: ['标识符', 'Identifier'], type: 'text', required: true },
          { name: 'name', label: ['名称', 'Name'], type: 'text', required: true },
          { name: 'nameEn', label: ['英文名称', 'English name'], type: 'text' },
          {
            name: 'dataType',
            label: ['数据类型', 'Data type'],
            type: 'choice',
            choices: Object.fromEntries(
              Object.entries(dataType.items).map(([key, [zh, en]]) => [key, [zh, en] as const]),
            ),
            required: true,
          },
          {
            name: 'direction',
            label: ['方向', 'Direction'],
            type: 'choice',
            choices: { in: ['输入', 'In'], out: ['输出', 'Out'] },
          },
          { name: 'required', label: ['必填', 'Required'], type: 'flag' },
        ],
      },
    ),
    callMode: dict(callMode, ['调用方式', 'Call mode']),
    timeoutSec: integer(['超时（秒）', 'Timeout (s)'], { max: 3600 }),
    risk: dict(riskLevel, ['风险等级', 'Risk'], {
      list: true,
      help: ['高风险的指令要由另一人复核', 'An instruction of high risk is approved by another person'],
    }),
    propNo: integer(['属性序号', 'Property no.'], {
      auto: true,
      help: ['在模型里不重复使用', 'Never used again within the model'],
    }),
    sort: integer(['排序', 'Order'], { list: true, initial: 1, max: 1_000_000 }),
    remark: text(['说明', 'Note'], { max: 255, wide: true }),
  },
  shownWhen: {
    dataType: ofProperty,
    unit: ofProperty,
    accessMode: ofProperty,
    reportMode: ofProperty,
    deadband: ofProperty,
    maxSilentSec: ofProperty,
    maxRate: ofProperty,
    storage: ofProperty,
    aggregation: ofProperty,
    counterWrap: { field: 'aggregation', is: ['counter'] },
    required: ofProperty,
    screen: ofProperty,
    chart: ofProperty,
    alarmable: ofProperty,
    setting: ofProperty,
    eventLevel: { field: 'attrType', is: ['event'] },
    callMode: ofService,
    timeoutSec: ofService,
    risk: { field: 'attrType', is: ['property', 'service'] },
    params: { field: 'attrType', is: ['event', 'service'] },
  },
  under: 'thingModel',
});
