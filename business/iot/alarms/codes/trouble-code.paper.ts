import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { faultCategory, repairType } from '#business/masterdata/dictionaries.ts';
import { alarmLevel } from '../../devices/dictionaries.ts';
import { autoRepair } from '../dictionaries.ts';
import { alarmRuleRights } from '../rights.rules.ts';

/** A part that is probably needed to repair a fault, named by the code of its material. */
export interface SparePart {
  readonly materialCode: string;
  readonly qty: number;
}

/** A fault that a device reports by a code: its meaning, the remedy, and the parts needed. */
export const troubleCode = paper('troubleCode', {
  title: ['故障码', 'Trouble code'],
  table: 'iot_trouble_code',
  path: 'iot/alarm-service/trouble-code/config',
  habit: 'rest',
  rights: alarmRuleRights,
  sight: 'shared',
  caption: 'name',
  englishCaption: 'nameEn',
  hint: ['code'],
  search: ['code', 'name', 'nameEn'],
  uniques: [['modelId', 'code']],
  fields: {
    code: text(['故障码', 'Code'], { required: true, list: true, filter: 'exact', max: 32, example: 'E#' }),
    modelId: ref('thingModel', ['物模型', 'Thing model'], {
      list: true,
      filter: 'exact',
      help: ['空着就是这一类的所有型号', 'Empty: every model of the category'],
    }),
    categoryId: ref('troubleCategory', ['分类', 'Category'], { required: true, list: true, filter: 'exact' }),
    name: text(['名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    nameEn: text(['英文名称', 'English name'], { max: 60 }),
    level: dict(alarmLevel, ['级别', 'Level'], { required: true, list: true, filter: 'exact' }),
    source: text(['来源', 'Source'], {
      list: true,
      max: 64,
      help: [
        '位：属性.位号；枚举：属性=值；事件：标识符',
        'A bit: property.bit; an enumeration: property=value; an event',
      ],
      example: 'faultBits.0',
    }),
    lookAt: text(['看这些值', 'Values to look at'], {
      max: 255,
      wide: true,
      help: [
        '属性标识符，逗号隔开：曲线、报修单和现场先看它们',
        'Identifiers of properties, separated by commas: curves, requests and technicians begin with them',
      ],
      example: 'flow, inletTemp',
    }),
    cause: longText(['可能原因', 'Likely cause'], { max: 1000 }),
    solutionZh: longText(['处理办法', 'What to do'], { max: 4000 }),
    solutionEn: longText(['处理办法（英）', 'What to do (English)'], { max: 4000 }),
    spareParts: structured<readonly SparePart[], { rows: true; parts: readonly StructuredPart[] }>(
      ['备件', 'Spare parts'],
      {
        rows: true,
        parts: [
          { name: 'materialCode', label: ['物料编码', 'Material code'], type: 'text', required: true },
          { name: 'qty', label: ['数量', 'Quantity'], type: 'number', required: true },
        ],
      },
    ),
    faultDurationMin: integer(['事件恢复（分钟）', 'An event recovers after (min)'], { initial: 60, max: 10_080 }),
    autoRepair: dict(autoRepair, ['报修', 'Repair request'], { list: true, filter: 'exact', initial: 'no' }),
    repairType: dict(repairType, ['系统类别', 'System'], {}),
    faultCategory: dict(faultCategory, ['故障类别', 'Fault class'], { initial: 'code' }),
    safety: flag(['涉及安全', 'A matter of safety'], { list: true, initial: false }),
    remoteInstructionId: ref('instruction', ['远程处理指令', 'Remote remedy'], {
      help: ['先远程处理，无效再报修', 'It is tried before a repair is requested'],
    }),
    remoteWaitMin: integer(['远程处理后等待（分钟）', 'Wait for its effect (min)'], { initial: 15, max: 240 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['故障码', 'Trouble code'],
      fields: ['code', 'name', 'nameEn', 'categoryId', 'modelId', 'level', 'source'],
    },
    { label: ['处理', 'Handling'], fields: ['cause', 'solutionZh', 'solutionEn', 'lookAt', 'spareParts'] },
    {
      label: ['报修', 'Repair request'],
      fields: [
        'autoRepair',
        'repairType',
        'faultCategory',
        'safety',
        'faultDurationMin',
        'remoteInstructionId',
        'remoteWaitMin',
        'remark',
      ],
    },
  ],
  card: ['code', 'name', 'modelId', 'level', 'autoRepair'],
  menu: { group: 'iot-alarms', icon: 'book-open', path: '/iot/troubleCode', sort: 50 },
});
