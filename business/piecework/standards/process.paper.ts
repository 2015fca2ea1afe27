import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { pieceUnit, processType } from '../dictionaries.ts';
import { repairType } from '#business/maintenance/dictionaries.ts';
import { pieceRights } from '../rights.rules.ts';

/** A kind of work that is paid by the piece; prices hang on its leaves only. */
export const process = paper('process', {
  title: ['计件工序', 'Process'],
  table: 'aspieceworkprocess',
  path: 'blade-maintenance/webApi/aspieceworkprocess',
  rights: pieceRights,
  sight: 'shared',
  caption: 'processName',
  hint: ['processCode'],
  search: ['processCode', 'processName'],
  order: { by: 'sort' },
  tree: { parent: 'parentId' },
  fields: {
    parentId: ref('process', ['上级工序', 'Parent'], { list: true, filter: 'exact' }),
    processCode: text(['工序编码', 'Process code'], { required: true, unique: true, list: true, filter: 'like', max: 32, code: true }),
    processName: text(['工序名称', 'Process'], { required: true, list: true, filter: 'like', max: 100 }),
    processType: dict(processType, ['工序类型', 'Kind'], { required: true, list: true, filter: 'exact' }),
    systemType: dict(repairType, ['所属系统', 'System'], { list: true, filter: 'exact' }),
    unit: dict(pieceUnit, ['计件单位', 'Unit'], { required: true, list: true }),
    stdMinutes: integer(['标准工时(分)', 'Standard minutes'], { list: true }),
    isLeaf: flag(['末级', 'Leaf'], { auto: true, list: true }),
    autoRule: structured(['自动匹配[{receiptsType,equipmentCategory,serviceMeasure}]', 'Automatic match']),
    sort: integer(['排序', 'Sort'], { required: true, list: true, initial: 10 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  card: ['processName', 'processCode', 'processType', 'unit'],
  menu: { group: 'piecework', icon: 'network', path: '/maintenance/aspieceworkprocess', sort: 40 },
});
