import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { rate } from '#kernel/fields/rate/rate.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { region } from '#kernel/fields/region/region.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { equipmentCategory, publishStatus, receiptsType, technicianLevel } from '#business/masterdata/dictionaries.ts';
import { weibao } from '#business/customers/dictionaries.ts';
import { pieceRights } from '../rights.rules.ts';
import type { Tier } from './price.rules.ts';
import { pieceStandardLifecycle } from './piece-standard-lifecycle.rules.ts';

/** The pay for one unit of a process, for which orders, and from when. It never changes after its publication. */
export const pieceStandard = paper('pieceStandard', {
  title: ['计件标准', 'Piece rate'],
  table: 'aspieceworkstandard',
  path: 'blade-maintenance/webApi/aspieceworkstandard',
  rights: pieceRights,
  sight: 'shared',
  caption: 'standardName',
  hint: ['standardNo', 'unitPrice'],
  search: ['standardNo', 'standardName', 'remark'],
  lifecycle: pieceStandardLifecycle,
  fields: {
    standardNo: paperNumber(['标准编号', 'Standard no.'], 'BZ-', 'year'),
    pieceworkProcessId: ref('process', ['计件工序', 'Process'], { required: true, list: true, filter: 'exact' }),
    standardName: text(['标准名称', 'Name'], { required: true, list: true, filter: 'like', max: 100 }),
    receiptsType: dict(receiptsType, ['适用单据', 'Order type'], { list: true, filter: 'exact' }),
    equipmentCategory: dict(equipmentCategory, ['适用设备', 'Equipment'], { list: true, filter: 'exact' }),
    technicianLevel: dict(technicianLevel, ['技师等级', 'Level'], { list: true, filter: 'exact' }),
    premisesDistrict: region(['适用区县', 'District'], { filter: 'exact' }),
    weibao: dict(weibao, ['维保类型', 'Cover'], { list: true, filter: 'exact' }),
    unitPrice: price(['计件单价', 'Unit price'], { required: true, list: true }),
    minQty: quantity(['最低计件数量', 'Minimum quantity billed'], {
      help: ['数量不足时按此数量计', 'Billed at least'],
    }),
    tierRule: structured<Tier[], { rows: true; help: readonly [string, string]; parts: readonly StructuredPart[] }>(
      ['阶梯单价', 'Price tiers'],
      {
        rows: true,
        help: [
          '分段计价：每段数量按本段单价，第一段之前按计件单价',
          'Each part of the quantity at the price of its tier; the unit price before the first',
        ],
        parts: [
          { name: 'from', label: ['数量超过', 'Above'], type: 'number', required: true },
          { name: 'price', label: ['单价', 'Price'], type: 'number', required: true },
        ],
      },
    ),
    difficultyCoef: rate(['难度系数', 'Difficulty'], { required: true, list: true, initial: '1' }),
    effectiveFrom: day(['生效日期', 'From'], { required: true, list: true, filter: 'range' }),
    effectiveTo: day(['失效日期', 'Until'], { list: true, filter: 'range' }),
    isValid: flag(['今日有效', 'Valid today'], { computed: true, list: true }),
    publishStatus: dict(publishStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['标准', 'Standard'],
      fields: [
        'standardNo',
        'standardName',
        'pieceworkProcessId',
        'publishStatus',
        'effectiveFrom',
        'effectiveTo',
        'isValid',
      ],
    },
    {
      label: ['适用条件（空为不限）', 'Applies to (empty = any)'],
      fields: ['weibao', 'receiptsType', 'equipmentCategory', 'premisesDistrict', 'technicianLevel'],
    },
    { label: ['计价', 'Price'], fields: ['unitPrice', 'difficultyCoef', 'minQty', 'tierRule', 'remark'] },
  ],
  views: {
    toPublish: { label: ['待发布', 'To publish'], filter: { publishStatus: 'draft' } },
    proposed: { label: ['待审批', 'In approval'], filter: { publishStatus: 'proposed' } },
    published: { label: ['已发布', 'Published'], filter: { publishStatus: 'published' } },
  },
  card: ['standardName', 'publishStatus', 'unitPrice', 'effectiveFrom'],
  menu: { group: 'piecework', icon: 'tag', path: '/maintenance/aspieceworkstandard', sort: 50 },
});
