import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { datePart, resetCycle } from '../dictionaries.ts';
import { numberingRights } from '../rights.rules.ts';

/** The format of a paper's numbers: prefix, date and counter. The product stores the counters elsewhere. */
export const numberRule = paper('numberRule', {
  title: ['编号规则', 'Number rule'],
  table: 'asnumberrule',
  path: 'blade-maintenance/webApi/asnumberrule',
  rights: numberingRights,
  sight: 'shared',
  caption: 'ruleCode',
  hint: ['prefix'],
  search: ['ruleCode', 'prefix'],
  order: { by: 'ruleCode' },
  fields: {
    ruleCode: text(['规则编码（单据表名）', 'Rule (table of the document)'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 64,
      width: 200,
    }),
    prefix: text(['前缀', 'Prefix'], { required: true, list: true, filter: 'exact', max: 10, width: 90 }),
    datePart: dict(datePart, ['日期段', 'Date part'], { required: true, list: true, initial: 'yyyyMMdd' }),
    seqLength: integer(['流水位数', 'Digits of the counter'], {
      required: true,
      list: true,
      min: '3',
      max: 10,
      initial: 4,
    }),
    resetCycle: dict(resetCycle, ['归零周期', 'Counter restarts'], { required: true, list: true, initial: 'day' }),
  },
  card: ['ruleCode', 'prefix', 'datePart', 'resetCycle'],
  menu: { group: 'master', icon: 'tag', path: '/maintenance/asnumberrule', sort: 80 },
});
