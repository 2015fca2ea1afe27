import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { choicesOf } from '#kernel/language/dictionary.ts';
import { paper } from '#kernel/language/paper.ts';
import { serviceMeasure } from '#business/completion/dictionaries.ts';
import { pieceUnit, processType } from '../dictionaries.ts';
import { equipmentCategory, receiptsType, repairType } from '#business/masterdata/dictionaries.ts';
import { pieceRights } from '../rights.rules.ts';
import type { AutoRule } from './auto-rule.rules.ts';

/** A kind of work that is paid by the piece; only leaves have prices. */
export const process = paper('process', {
  title: ['计件工序', 'Process'],
  table: 'aspieceworkprocess',
  path: 'blade-maintenance/webApi/aspieceworkprocess',
  rights: pieceRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'processName',
  hint: ['processCode'],
  search: ['processCode', 'processName'],
  order: { by: 'sort' },
  tree: { parent: 'parentId' },
  fields: {
    parentId: ref('process', ['上级工序', 'Parent'], { list: true, filter: 'exact' }),
    processCode: text(['工序编码', 'Process code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      code: true,
    }),
    processName: text(['工序名称', 'Process'], { required: true, list: true, filter: 'like', max: 100 }),
    processType: dict(processType, ['工序类型', 'Kind'], { required: true, list: true, filter: 'exact' }),
    systemType: dict(repairType, ['所属系统', 'System'], { list: true, filter: 'exact' }),
    unit: dict(pieceUnit, ['计件单位', 'Unit'], { required: true, list: true }),
    stdMinutes: integer(['标准工时（分）', 'Standard minutes'], { list: true, max: 6000 }),
    isLeaf: flag(['末级', 'Leaf'], { auto: true, list: true }),
    autoRule: structured<AutoRule[], { rows: true; help: readonly [string, string]; parts: readonly StructuredPart[] }>(
      ['自动匹配', 'Automatic match'],
      {
        rows: true,
        help: [
          '完工明细未填工序时按此查找；空项表示不限，须只有一个末级工序符合',
          'Finds the process of a line that names none; an empty part fits any, and one leaf only may fit',
        ],
        parts: [
          { name: 'receiptsType', label: ['单据类型', 'Order type'], type: 'choice', choices: choicesOf(receiptsType) },
          {
            name: 'equipmentCategory',
            label: ['设备类别', 'Equipment'],
            type: 'choice',
            choices: choicesOf(equipmentCategory),
          },
          {
            name: 'serviceMeasure',
            label: ['处理措施', 'Action taken'],
            type: 'choice',
            choices: choicesOf(serviceMeasure),
          },
        ],
      },
    ),
    sort: integer(['排序', 'Sort'], { required: true, list: true, initial: 10, max: 1_000_000 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['工序', 'Process'],
      fields: ['parentId', 'processCode', 'processName', 'processType', 'systemType', 'unit', 'stdMinutes', 'sort'],
    },
    { label: ['自动匹配', 'Automatic match'], fields: ['autoRule', 'remark'] },
  ],
  card: ['processName', 'processCode', 'processType', 'unit'],
  menu: { group: 'piecework', icon: 'network', path: '/maintenance/aspieceworkprocess', sort: 40 },
});
