import { dict } from '#kernel/fields/dict/dict.ts';
import { files } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { approveStatus, delayReason } from '#business/scheduling/dictionaries.ts';
import { dispatchRights } from '../rights.rules.ts';
import { delayLifecycle } from './delay-lifecycle.rules.ts';
import { ownJobs, ownTechnician } from '#business/masterdata/own-jobs.rules.ts';

/**
 * A request to move a visit that cannot take place as planned, with the reason, the new time and the customer's
 * consent.
 */
export const delay = paper('delay', {
  title: ['延期登记', 'Delay'],
  table: 'asdelayworkregistration',
  path: 'blade-maintenance/webApi/asdelayworkregistration',
  rights: dispatchRights,
  team: { through: 'dispId', paper: 'dispatchForm' },
  mine: ownJobs('dispId'),
  workers: [...ownJobs('dispId'), ...ownTechnician],
  caption: 'delayNo',
  hint: ['customerName', 'newTime'],
  search: ['delayNo', 'customerName', 'reasonDetail'],
  lifecycle: delayLifecycle,
  once: [
    {
      by: ['dispatchListId'],
      where: { approveStatus: ['pending'] },
      words: ['该任务已有待审批的延期', 'A delay of this visit waits for approval'],
    },
  ],
  fields: {
    delayNo: paperNumber(['延期单号', 'Delay no.'], 'YQ'),
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { required: true, filter: 'exact' }),
    dispatchListId: ref('visit', ['派工任务', 'Visit'], { filter: 'exact' }),
    customerName: text(['客户姓名', 'Customer'], {
      auto: true,
      list: true,
      filter: 'like',
      personal: 'shown',
      max: 64,
    }),
    technicianId: ref('technician', ['技师', 'Technician'], { auto: true, list: true, filter: 'exact' }),
    delayReason: dict(delayReason, ['延期原因', 'Reason'], { required: true, list: true, filter: 'exact' }),
    reasonDetail: text(['原因说明', 'Details'], { required: true, list: true, max: 500, wide: true }),
    oldTime: moment(['原计划时间', 'Old time'], { auto: true, list: true }),
    newTime: moment(['新计划时间', 'New time'], { required: true, list: true, filter: 'range' }),
    customerAgreed: flag(['客户已同意', 'Customer agreed'], { required: true, list: true, filter: 'exact' }),
    agreeProof: files(['同意凭证', 'Proof']),
    pauseSla: flag(['暂停时效', 'Pauses SLA'], { auto: true, list: true }),
    approveStatus: dict(approveStatus, ['审批状态', 'Approval'], { auto: true, list: true, filter: 'exact' }),
    approveUser: person(['审批人', 'Approved by'], { auto: true }),
    approveTime: moment(['审批时间', 'Approved at'], { auto: true, list: true, filter: 'range' }),
    approveNote: text(['审批意见', 'Opinion'], { auto: true, list: true, max: 255, wide: true }),
  },
  groups: [
    {
      label: ['延期', 'Delay'],
      fields: [
        'delayNo',
        'dispId',
        'dispatchListId',
        'customerName',
        'technicianId',
        'delayReason',
        'reasonDetail',
        'oldTime',
        'newTime',
        'customerAgreed',
        'agreeProof',
        'pauseSla',
      ],
    },
    { label: ['审批', 'Approval'], fields: ['approveUser', 'approveTime', 'approveNote'] },
  ],
  views: {
    toJudge: { label: ['待审批', 'To approve'], filter: { approveStatus: 'pending' }, worry: true },
    approved: { label: ['已通过', 'Approved'], filter: { approveStatus: 'approved' } },
  },
  buttons: { approveLong: { label: ['审批长延期', 'Approve long delays'], roles: ['as_leader', 'as_manager'] } },
  card: ['delayNo', 'approveStatus', 'customerName', 'delayReason', 'newTime'],
  menu: { group: 'dispatch', icon: 'calendar-clock', path: '/maintenance/asdelayworkregistration', sort: 40 },
  logAs: 'delay',
});
