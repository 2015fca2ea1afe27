import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { schemeChangeType } from '../dictionaries.ts';
import { changeRights } from '../rights.rules.ts';

/** One change of a contract after its sale; the product writes it and nobody changes it. */
export const schemeRecord = paper('schemeRecord', {
  title: ['方案变更记录', 'Change of a contract'],
  plural: 'Changes of contracts',
  table: 'asschemeupdaterecord',
  path: 'blade-maintenance/webApi/asschemeupdaterecord',
  rights: changeRights,
  team: { through: 'schemeId', paper: 'scheme' },
  department: { through: 'schemeId', paper: 'scheme' },
  readOnly: true,
  appendOnly: true,
  caption: 'summary',
  hint: ['operatorName'],
  order: { by: 'createTime', down: true },
  under: 'scheme',
  fields: {
    schemeId: ref('scheme', ['方案', 'Contract'], { auto: true, list: true, filter: 'exact' }),
    changeType: dict(schemeChangeType, ['变更类型', 'Kind of change'], { auto: true, list: true, filter: 'exact' }),
    beforeValue: structured(['变更前', 'Before'], { auto: true, free: 'columnValue' }),
    afterValue: structured(['变更后', 'After'], { auto: true, free: 'columnValue' }),
    summary: text(['变更摘要', 'Summary'], { auto: true, list: true, max: 500, wide: true, isProductText: true }),
    operatorName: text(['操作人', 'Operator'], { auto: true, list: true, filter: 'like', max: 64 }),
    changeTime: moment(['变更时间', 'Time'], { auto: true, list: true, filter: 'range' }),
  },
  card: ['summary', 'changeType', 'operatorName', 'changeTime'],
});
