import { dict } from '#kernel/fields/dict/dict.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { annexMedia } from '#business/intake/dictionaries.ts';
import { receiptsType, repairType } from '#business/masterdata/dictionaries.ts';
import { standardRights } from '#business/masterdata/rights.rules.ts';

// Other rooms import the rule for required photos from here.
export { asksFor } from './photo.rules.ts';

/** A kind of photo or document that a completion must show: for which orders, and how many. */
export const annexClass = paper('annexClass', {
  title: ['附件分类', 'Attachment type'],
  table: 'ascompletionannexclassify',
  path: 'blade-maintenance/webApi/ascompletionannexclassify',
  rights: standardRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'classifyName',
  hint: ['classifyCode'],
  search: ['classifyCode', 'classifyName'],
  order: { by: 'sort' },
  fields: {
    classifyCode: text(['分类编码', 'Type code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      code: true,
    }),
    classifyName: text(['分类名称', 'Type name'], { required: true, list: true, filter: 'like', max: 64 }),
    receiptsTypes: dicts(receiptsType, ['适用单据', 'Order types'], { required: true, list: true, filter: 'exact' }),
    systemTypes: dicts(repairType, ['适用系统', 'Systems'], {
      filter: 'exact',
      help: ['不选则适用所有系统', 'None chosen: all systems'],
    }),
    mediaType: dict(annexMedia, ['媒体类型', 'Media'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'image',
    }),
    minCount: integer(['最少张数', 'Minimum'], { required: true, list: true, initial: 1, max: 100 }),
    maxCount: integer(['最多张数', 'Maximum'], { required: true, list: true, initial: 9, max: 100 }),
    perEquipment: flag(['每台设备一组', 'One set per equipment'], {
      list: true,
      filter: 'exact',
      initial: false,
      help: ['缺少时只提示计件审核，不拦提交', 'A lack is shown to the piecework auditor; it holds nothing up'],
    }),
    needWatermark: flag(['需时间地点水印', 'Watermark needed'], { list: true, initial: false }),
    exampleFile: file(['示例图', 'Example']),
    aiRule: text(['智能校验规则', 'Check rule'], { max: 64 }),
    sort: integer(['排序', 'Sort'], { required: true, list: true, initial: 10, max: 1_000_000 }),
  },
  groups: [
    { label: ['分类', 'Class'], fields: ['classifyCode', 'classifyName', 'receiptsTypes', 'systemTypes', 'sort'] },
    {
      label: ['要求', 'What is asked'],
      fields: ['mediaType', 'minCount', 'maxCount', 'perEquipment', 'needWatermark', 'exampleFile', 'aiRule'],
    },
  ],
  card: ['classifyName', 'receiptsTypes', 'minCount', 'maxCount'],
  menu: { group: 'master', icon: 'images', path: '/maintenance/ascompletionannexclassify', sort: 62 },
});
