import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { secret } from '#kernel/fields/secret/secret.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { energyKind } from '#business/platform/dictionaries.ts';
import { authType, modelStatus, nodeType, thingCategory, validateMode } from '../devices/dictionaries.ts';
import { modelRights } from '../devices/rights.rules.ts';
import { modelLifecycle } from './model-lifecycle.rules.ts';

/** A type of device with its properties, events and services. The model code is part of the topics of its devices. */
export const thingModel = paper('thingModel', {
  title: ['物模型', 'Thing model'],
  table: 'iot_thing_model',
  path: 'iot/device-thing-model',
  habit: 'rest',
  says: { status: 'modelStatus' },
  calls: { template: 'import-template', import: 'import' },
  rights: modelRights,
  sight: 'shared',
  lifecycle: modelLifecycle,
  caption: 'modelName',
  englishCaption: 'modelNameEn',
  hint: ['modelCode', 'category'],
  pickable: ['category', 'nodeType', 'modelStatus'],
  search: ['modelCode', 'modelName', 'modelNameEn', 'manufacturer', 'modelText'],
  extras: { useTemplate: flag(['带入类别的常用属性', 'Begin with the attributes of its kind']) },
  lines: { attributes: { paper: 'modelAttribute', parent: 'modelId', most: 200 } },
  fields: {
    modelCode: text(['模型编码', 'Code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'exact',
      max: 32,
      example: 'model_#',
      help: ['主题里的产品标识，发布后不能改', 'The product key in topics; it stays once published'],
    }),
    modelName: text(['模型名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    modelNameEn: text(['英文名称', 'English name'], { max: 60 }),
    modelStatus: dict(modelStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    category: dict(thingCategory, ['设备类别', 'Kind of device'], { required: true, list: true, filter: 'exact' }),
    nodeType: dict(nodeType, ['节点类型', 'Node type'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'sub',
    }),
    energyKind: dict(energyKind, ['能源类型', 'Energy'], { list: true, filter: 'exact', initial: 'none' }),
    manufacturer: text(['厂商', 'Manufacturer'], { list: true, filter: 'like', max: 60 }),
    modelText: text(['型号', 'Model'], { list: true, filter: 'like', max: 60 }),
    connectionModelId: ref('connectionModel', ['连接模型', 'Connection model'], {
      help: ['它的点位给出设备的属性', 'Its points give the properties of devices'],
    }),
    connectConfigId: ref('connectConfig', ['报文解析', 'Frame decoding'], {
      help: ['空着就是标准 JSON', 'Empty: standard JSON'],
    }),
    authType: dict(authType, ['鉴权方式', 'Authentication'], {
      required: true,
      list: true,
      initial: 'device_secret',
    }),
    productSecret: secret(['产品密钥', 'Product secret'], { max: 64 }),
    dynamicRegister: flag(['动态注册', 'Self-registration'], { initial: false }),
    clockless: flag(['设备没有时钟', 'Devices have no clock'], {
      initial: false,
      help: [
        '允许用 ts=0 登录；这样的登录被偷听一次就永远有效',
        'They log in with ts=0; a login of that kind that is overheard once is valid for ever',
      ],
    }),
    reportIntervalSec: integer(['上报周期（秒）', 'Report interval (s)'], { required: true, initial: 60, max: 86_400 }),
    offlineAfterSec: integer(['离线判定（秒）', 'Offline after (s)'], { required: true, initial: 180, max: 604_800 }),
    dataRetentionDays: integer(['原始保留（天）', 'Values kept (days)'], { max: 3650 }),
    rollupRetentionDays: integer(['汇总保留（天）', 'Sums kept (days)'], { max: 36_500 }),
    validateMode: dict(validateMode, ['校验方式', 'Validation'], { initial: 'loose' }),
    filters: structured<readonly Record<string, unknown>[], { rows: true; parts: readonly StructuredPart[] }>(
      ['滤网与耗材', 'Filters and consumables'],
      {
        rows: true,
        parts: [
          { name: 'code', label: ['编码', 'Code'], type: 'text', required: true },
          { name: 'nameZh', label: ['名称', 'Name'], type: 'text', required: true },
          { name: 'nameEn', label: ['英文名称', 'English name'], type: 'text' },
          { name: 'lifeHours', label: ['寿命（小时）', 'Life (h)'], type: 'number' },
          { name: 'lifeLitres', label: ['寿命（升）', 'Life (L)'], type: 'number' },
          { name: 'warnPercent', label: ['提醒（%）', 'Warn at (%)'], type: 'number' },
        ],
      },
    ),
    image: file(['图片', 'Picture'], { takes: 'image' }),
    publishedVersion: integer(['发布版本', 'Published version'], { auto: true, list: true }),
    attributeCount: integer(['功能数', 'Attributes'], { computed: true, list: true }),
    instanceCount: integer(['实例数', 'Devices'], { computed: true, list: true }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['模型', 'Model'],
      fields: [
        'modelCode',
        'modelName',
        'modelNameEn',
        'category',
        'nodeType',
        'energyKind',
        'manufacturer',
        'modelText',
      ],
    },
    {
      label: ['接入', 'Connection'],
      fields: [
        'authType',
        'dynamicRegister',
        'productSecret',
        'clockless',
        'connectConfigId',
        'connectionModelId',
        'reportIntervalSec',
        'offlineAfterSec',
      ],
    },
    {
      label: ['数据', 'Data'],
      fields: ['validateMode', 'dataRetentionDays', 'rollupRetentionDays', 'filters', 'image', 'remark'],
    },
  ],
  card: ['modelName', 'modelStatus', 'modelCode', 'category', 'instanceCount'],
  menu: { group: 'iot-devices', icon: 'package', path: '/matter/model', sort: 20 },
  logAs: 'thingModel',
});
