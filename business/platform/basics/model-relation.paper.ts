import { dict } from '#kernel/fields/dict/dict.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { analysisKind, energyKind, matchType } from '../dictionaries.ts';
import { platformRights } from '../rights.rules.ts';

/**
 * Maps the text on a device's type plate to a thing model. Of the enabled relations that match, the first in the order
 * of `sort` applies.
 */
export const modelRelation = paper('modelRelation', {
  title: ['型号关系', 'Model relation'],
  table: 'blade_model_relation',
  path: 'blade-system/modelRelation',
  rights: platformRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'modelText',
  hint: ['matchType'],
  search: ['modelText'],
  order: { by: 'sort' },
  uniques: [['modelText', 'matchType']],
  fields: {
    modelText: text(['型号文字', 'Model text'], {
      required: true,
      list: true,
      filter: 'like',
      max: 64,
      example: 'GE-#',
    }),
    matchType: dict(matchType, ['匹配方式', 'Matches'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'contains',
    }),
    thingModelId: ref('thingModel', ['物模型', 'Thing model'], {
      list: true,
      filter: 'exact',
      help: ['新增时必填', 'A new relation names one'],
    }),
    energyKind: dict(energyKind, ['能源类别', 'Energy'], { list: true, filter: 'exact' }),
    analysisKind: dict(analysisKind, ['分析类型', 'Kind of analysis'], { list: true, filter: 'exact' }),
    materialCode: text(['物料编码', 'Item code'], { filter: 'exact', max: 32, code: true }),
    sort: integer(['优先级', 'Priority'], { required: true, list: true, initial: 1, max: 1_000_000 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  card: ['modelText', 'matchType', 'energyKind'],
  menu: { group: 'basics', icon: 'network', path: '/system/modelRelation', sort: 30 },
});
