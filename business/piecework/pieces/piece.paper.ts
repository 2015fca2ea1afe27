import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerName } from '#business/customers/customer-fields.rules.ts';
import { receiptsType } from '#business/masterdata/dictionaries.ts';
import { weibao } from '#business/customers/dictionaries.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { inconformReason, pieceCancelReason } from '../dictionaries.ts';
import { pieceStatus } from '#business/completion/dictionaries.ts';
import { ownPieces } from '../own-rows.rules.ts';
import { pieceRights } from '../rights.rules.ts';
import { crew, pieceLifecycle } from './piece-lifecycle.rules.ts';

/** The pay of one completed job; made when the back office confirms the completion. */
export const piece = paper('piece', {
  title: ['计件单', 'Piecework record'],
  table: 'aspiecework',
  path: 'blade-maintenance/webApi/aspiecework',
  rights: pieceRights,
  team: { through: 'dispId', paper: 'dispatchForm' },
  mine: ownPieces('id'),
  workers: [
    ...ownPieces('id'),
    { steps: [{ paper: 'technician', at: 'id', on: 'leadTechnicianId' }], person: 'userId' },
  ],
  readOnly: true,
  buttons: {
    updateUser: { label: ['调整分配', 'Change the shares'], roles: ['as_piece_auditor', 'as_leader'] },
    updateContent: { label: ['调整内容', 'Correct the work'], roles: ['as_piece_auditor'], judges: crew },
  },
  caption: 'pieceNo',
  hint: ['customerName', 'pieceAmount'],
  search: ['pieceNo', 'registrationNo', 'customerName', 'crewNames'],
  findable: { by: ['pieceNo', 'customerName'], shapes: ['number', 'text'] },
  lifecycle: pieceLifecycle,
  indexed: {
    finishDate: 'pay of a week, pieces of the same work',
    checkTime: 'verdicts of a day',
    guidInfo: 'customer behind a card',
  },
  fields: {
    pieceNo: paperNumber(['计件单号', 'Piecework no.'], 'JJ'),
    pieceKey: text(['唯一键', 'Key'], { wire: true, auto: true, unique: true, max: 64 }),
    completionId: ref('completion', ['完工单', 'Completion'], { auto: true, filter: 'exact' }),
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { auto: true, filter: 'exact' }),
    registrationNo: text(['登记单号', 'Work order no.'], { auto: true, list: true, filter: 'like', max: 32 }),
    leadTechnicianId: ref('technician', ['主技师', 'Lead technician'], { auto: true, list: true, filter: 'exact' }),
    businessId: text(['业务单', 'Business order'], { auto: true, filter: 'exact', max: 64 }),
    guidInfo: text(['VIP标识', 'VIP GUID'], { auto: true, filter: 'exact', max: 64 }),
    customerName,
    receiptsType: dict(receiptsType, ['单据类型', 'Order type'], { auto: true, list: true, filter: 'exact' }),
    weibao: dict(weibao, ['维保类型', 'Cover'], { auto: true, list: true, filter: 'exact' }),
    // Fields that the specification lacks: the payer of each fee, and why the customer pays under cover.
    coverFees: completion.fields.coverFees,
    coverExplain: text(['保内收费说明', 'Why the customer pays under cover'], { auto: true, max: 255, wide: true }),
    finishDate: day(['完工日期', 'Finished'], { auto: true, list: true, filter: 'range' }),
    receivableAmount: money(['应收金额', 'Receivable'], { auto: true, list: true }),
    practicalAmount: money(['实收金额', 'Received'], { auto: true, list: true }),
    crewNames: text(['参与技师', 'Crew'], { auto: true, list: true, filter: 'like', max: 200 }),
    pieceAmount: money(['计件金额', 'Piece amount'], { auto: true, list: true }),
    pieceStatus: dict(pieceStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    inconformFlags: dicts(inconformReason, ['不符合原因', 'Non-conformities'], {
      auto: true,
      list: true,
      filter: 'exact',
    }),
    checkUser: person(['审核人', 'Audited by'], { auto: true }),
    checkTime: moment(['审核时间', 'Audited at'], { auto: true, list: true, filter: 'range' }),
    wagePeriod: text(['工资期间', 'Pay period'], { auto: true, list: true, filter: 'exact', max: 7 }),
    openDays: integer(['未结天数', 'Days open'], { computed: true, list: true }),
    cancelReason: dict(pieceCancelReason, ['取消原因', 'Cancel reason'], { auto: true, list: true, filter: 'exact' }),
    cancelNote: text(['取消说明', 'Cancel note'], { auto: true, list: true, max: 255, wide: true }),
    remark: text(['备注', 'Remark'], { auto: true, max: 255, wide: true }),
  },
  groups: [
    {
      label: ['计件单', 'Piecework record'],
      fields: [
        'pieceNo',
        'pieceStatus',
        'pieceAmount',
        'finishDate',
        'leadTechnicianId',
        'crewNames',
        'inconformFlags',
        'openDays',
      ],
    },
    {
      label: ['来源', 'Where from'],
      fields: [
        'completionId',
        'dispId',
        'registrationNo',
        'customerName',
        'receiptsType',
        'weibao',
        'coverFees',
        'coverExplain',
        'businessId',
        'guidInfo',
        'receivableAmount',
        'practicalAmount',
      ],
    },
    {
      label: ['审核', 'Audit'],
      fields: ['checkUser', 'checkTime', 'wagePeriod', 'cancelReason', 'cancelNote', 'remark'],
    },
  ],
  views: {
    toAudit: { label: ['待审核', 'To audit'], filter: { pieceStatus: 'pending' } },
    toAffirm: { label: ['待确认', 'To confirm'], filter: { pieceStatus: 'toAffirm' }, worry: true },
    returned: { label: ['已退回', 'Returned'], filter: { pieceStatus: 'returned' }, worry: true },
  },
  card: ['pieceNo', 'pieceStatus', 'customerName', 'finishDate', 'pieceAmount'],
  logAs: 'piece',
  under: 'pieceLine',
});
