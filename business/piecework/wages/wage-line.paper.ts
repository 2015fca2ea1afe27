import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { money } from '#kernel/fields/money/money.ts';
import { person } from '#kernel/fields/person/person.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { wageLineStatus, wageLineType } from '../dictionaries.ts';
import { logBizType } from '#business/masterdata/dictionaries.ts';
import { ownTechnicianRow } from '../own-rows.rules.ts';
import { wageRights } from '../rights.rules.ts';
import { wageLineLifecycle } from './wage-lifecycles.rules.ts';

/** One amount for or against one technician, with its source; each source is paid once. */
export const wageLine = paper('wageLine', {
  title: ['工资明细', 'Pay line'],
  table: 'aswageline',
  path: 'blade-maintenance/webApi/aswageline',
  rights: wageRights,
  mine: ownTechnicianRow,
  caption: 'wageLineType',
  hint: ['amount'],
  search: ['sourceNo', 'reason'],
  lifecycle: wageLineLifecycle,
  extras: { wagePeriod: text(['工资期', 'Pay period'], { max: 20 }) },
  indexed: { wagePeriod: 'lines of a period', sourceId: 'lines of a source' },
  fields: {
    wagePeriod: text(['工资期间', 'Pay period'], { auto: true, list: true, filter: 'exact', max: 7 }),
    technicianId: ref('technician', ['技师', 'Technician'], { required: true, list: true, filter: 'exact' }),
    wageSheetId: ref('wageSheet', ['工资单', 'Payslip'], { auto: true, filter: 'exact' }),
    wageLineType: dict(wageLineType, ['项目', 'Item'], {
      required: true,
      list: true,
      filter: 'exact',
      example: 'bonus',
    }),
    sourceType: dict(logBizType, ['来源类型', 'Source type'], { auto: true, filter: 'exact' }),
    sourceId: id(['来源ID', 'Source id'], { wire: true, auto: true, filter: 'exact' }),
    sourceNo: text(['来源单号', 'Source no.'], { auto: true, list: true, filter: 'like', max: 32 }),
    // A field that the specification lacks: the disputed line that an adjustment corrects.
    correctsLineId: ref('wageLine', ['更正明细', 'Corrects'], { auto: true, filter: 'exact' }),
    lineKey: text(['唯一键（有效行内唯一）', 'Key, unique among live lines'], {
      wire: true,
      auto: true,
      unique: true,
      max: 96,
    }),
    qty: quantity(['数量', 'Quantity'], { list: true }),
    unitPrice: price(['单价', 'Unit price'], { list: true }),
    amount: money(['金额（扣款为负）', 'Amount (deductions negative)'], { required: true, list: true, min: 'any' }),
    bizDate: day(['业务日期', 'Date'], { list: true, filter: 'range' }),
    lineStatus: dict(wageLineStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    // Set for a line above the limit, which is listed but not counted until it is corrected.
    isAside: flag(['超限未计入', 'Above the limit, not counted'], { auto: true, filter: 'exact' }),
    reason: text(['说明', 'Reason'], { list: true, max: 255, wide: true, isProductText: true }),
    approveUser: person(['审批人', 'Approved by'], { auto: true }),
  },
  groups: [
    {
      label: ['明细', 'Line'],
      fields: ['technicianId', 'wageLineType', 'amount', 'qty', 'unitPrice', 'bizDate', 'reason'],
    },
    {
      label: ['来源与结算', 'Source and settlement'],
      fields: [
        'lineStatus',
        'isAside',
        'wagePeriod',
        'sourceType',
        'sourceNo',
        'sourceId',
        'correctsLineId',
        'wageSheetId',
        'approveUser',
        'lineKey',
      ],
    },
  ],
  views: {
    toApprove: { label: ['待审批', 'To approve'], filter: { lineStatus: 'draft' }, worry: true },
    open: { label: ['未结', 'Open'], filter: { lineStatus: 'open' } },
    aside: {
      label: ['超限未计入', 'Above the limit'],
      filter: { lineStatus: 'open', isAside: 'true' },
      worry: true,
    },
  },
  card: ['technicianId', 'wageLineType', 'amount', 'bizDate', 'lineStatus'],
  menu: { group: 'piecework', icon: 'list', path: '/maintenance/wages/detail', sort: 70 },
});
