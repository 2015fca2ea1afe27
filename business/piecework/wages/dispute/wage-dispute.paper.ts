import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { wageDisputeKind, wageDisputeStatus } from '../../dictionaries.ts';
import { ownTechnicianRow } from '../../own-rows.rules.ts';
import { wageRights } from '../../rights.rules.ts';
import { disputeLifecycle } from '../wage-lifecycles.rules.ts';

/** A technician's objection to a line of their sheet: present value, claimed value and answer. */
export const wageDispute = paper('wageDispute', {
  title: ['工资异议', 'Pay dispute'],
  table: 'aswagedispute',
  path: 'blade-maintenance/webApi/aswagedispute',
  rights: wageRights,
  mine: ownTechnicianRow,
  caption: 'disputeNo',
  hint: ['technicianName', 'disputeKind'],
  search: ['disputeNo', 'technicianName', 'note'],
  readOnly: true,
  lifecycle: disputeLifecycle,
  fields: {
    disputeNo: paperNumber(['异议单号', 'Dispute no.'], 'YY'),
    wageSheetId: ref('wageSheet', ['工资单', 'Payslip'], { required: true, filter: 'exact' }),
    wageLineId: ref('wageLine', ['工资明细', 'Pay line'], { filter: 'exact' }),
    wagePeriod: text(['工资期间', 'Pay period'], { auto: true, list: true, filter: 'exact', max: 7 }),
    technicianId: ref('technician', ['技师', 'Technician'], { auto: true, list: true, filter: 'exact' }),
    technicianName: text(['姓名', 'Name'], { auto: true, list: true, filter: 'like', max: 64 }),
    disputeKind: dict(wageDisputeKind, ['异议类型', 'Kind'], { required: true, list: true, filter: 'exact' }),
    currentValue: text(['现值', 'Value now'], { auto: true, list: true, max: 64 }),
    claimedValue: text(['主张值', 'Value claimed'], { list: true, max: 64 }),
    note: text(['异议说明', 'Note'], { required: true, list: true, max: 500, wide: true }),
    disputeStatus: dict(wageDisputeStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    answer: text(['答复', 'Answer'], { needed: true, auto: true, list: true, max: 500, wide: true }),
    answerUser: person(['答复人', 'Answered by'], { auto: true }),
    answerTime: moment(['答复时间', 'Answered at'], { auto: true, list: true, filter: 'range' }),
  },
  groups: [
    {
      label: ['异议', 'Dispute'],
      fields: [
        'disputeNo',
        'disputeStatus',
        'wageSheetId',
        'wageLineId',
        'wagePeriod',
        'technicianId',
        'technicianName',
        'disputeKind',
        'currentValue',
        'claimedValue',
        'note',
      ],
    },
    { label: ['答复', 'Answer'], fields: ['answer', 'answerUser', 'answerTime'] },
  ],
  views: { open: { label: ['待答复', 'To answer'], filter: { disputeStatus: 'open' }, worry: true } },
  card: ['disputeNo', 'disputeStatus', 'technicianName', 'disputeKind', 'claimedValue'],
  menu: { group: 'piecework', icon: 'message-circle-question', path: '/maintenance/wages/dispute', sort: 85 },
  logAs: 'wageDispute',
});
