import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerName } from '#business/customers/customer-fields.rules.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { source } from '#business/masterdata/dictionaries.ts';
import { urgeLevel, urgeStatus } from '../dictionaries.ts';
import { intakeRights } from '#business/customers/rights.rules.ts';
import { urgeLifecycle } from './urge-lifecycle.rules.ts';

/** A customer's question about a late job, to be answered within the working minutes that the company promises. */
export const urge = paper('urge', {
  title: ['催单', 'Follow-up call'],
  table: 'asurgevisit',
  path: 'blade-maintenance/webApi/asurgevisit',
  rights: { ...intakeRights, remove: [] },
  team: { field: 'customerServiceTeam' },
  caption: 'urgeNo',
  hint: ['customerName', 'content'],
  search: ['urgeNo', 'customerName', 'content', 'handleResult'],
  lifecycle: urgeLifecycle,
  fields: {
    urgeNo: paperNumber(['催单号', 'Follow-up no.'], 'CD'),
    registrationFormId: ref('registration', ['登记单', 'Work order'], { list: true, filter: 'exact' }),
    repairFormId: ref('repairForm', ['报修单', 'Repair request'], { list: true, filter: 'exact' }),
    customerName,
    phone: phone(['电话', 'Phone'], { auto: true, list: true, filter: 'like' }),
    source: dict(source, ['来源', 'Source'], { required: true, list: true, filter: 'exact', initial: 'phone' }),
    urgeLevel: dict(urgeLevel, ['催促程度', 'Follow-up level'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'ask',
    }),
    content: text(['催促内容', 'Content'], {
      required: true,
      list: true,
      max: 500,
      wide: true,
      width: 220,
      isProductText: true,
    }),
    urgeStatus: dict(urgeStatus, ['状态', 'State'], { auto: true, required: true, list: true, filter: 'exact' }),
    assignTo: person(['处理人', 'Assigned to'], { list: true, filter: 'exact' }),
    // A field that the specification lacks: dispatchers see urges by their team.
    customerServiceTeam: dict(customerServiceTeam, ['服务班组', 'Team'], { auto: true, list: true, filter: 'exact' }),
    replyDeadline: moment(['应答复时间', 'Answer due'], { auto: true, list: true, filter: 'range' }),
    handleResult: text(['处理结果', 'Result'], { needed: true, list: true, max: 500, wide: true, width: 200 }),
    handleTime: moment(['处理时间', 'Handled at'], { auto: true, list: true, filter: 'range' }),
  },
  groups: [
    {
      label: ['催什么', 'Follow-up on'],
      fields: ['registrationFormId', 'repairFormId', 'customerName', 'phone', 'source', 'urgeLevel', 'content'],
    },
    {
      label: ['答复', 'Answer'],
      fields: ['urgeNo', 'assignTo', 'customerServiceTeam', 'replyDeadline', 'handleResult', 'handleTime'],
    },
  ],
  views: {
    toAnswer: { label: ['待答复', 'To answer'], filter: { urgeStatus: 'open,escalated' }, worry: true },
  },
  card: ['urgeNo', 'urgeStatus', 'customerName', 'content', 'urgeLevel', 'replyDeadline'],
  menu: { group: 'intake', icon: 'bell-ring', path: '/maintenance/asurgevisit', sort: 40 },
  logAs: 'urge',
});
