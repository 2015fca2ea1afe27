import { dictionary } from '#kernel/language/dictionary.ts';

export const slaState = dictionary(
  'sla_state',
  ['时效状态', 'SLA state'],
  {
    running: ['计时中', 'Running', 'blue'],
    warning: ['预警', 'Warning', 'amber'],
    paused: ['已暂停', 'Paused', 'violet'],
    met: ['达成', 'Met', 'green'],
    breached: ['超时', 'Breached', 'red'],
    cancelled: ['已取消', 'Cancelled', 'grey'],
  },
  { sealed: true },
);

export const slaKind = dictionary('sla_kind', ['时效类型', 'Clock'], {
  response: ['响应', 'Response'],
  appoint: ['预约', 'Appointment'],
  arrive: ['到达', 'Arrival'],
  finish: ['完工', 'Finish'],
  reply: ['答复', 'Reply'],
});

export const delayReason = dictionary('delay_reason', ['延期原因', 'Delay reason'], {
  customer: ['客户要求', 'Customer'],
  parts: ['缺配件', 'Parts'],
  traffic: ['交通', 'Traffic'],
  previous: ['前单超时', 'Previous job'],
  weather: ['天气', 'Weather'],
  sick: ['身体原因', 'Illness'],
  site: ['现场条件', 'Site'],
  other: ['其他', 'Other'],
});

export const approveStatus = dictionary(
  'approve_status',
  ['审批状态', 'Approval state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    pending: ['待审批', 'To approve', 'amber'],
    approved: ['已通过', 'Approved', 'green'],
    rejected: ['已驳回', 'Rejected', 'red'],
    cancelled: ['已撤销', 'Cancelled', 'grey'],
  },
  { sealed: true },
);

export const calendarDayKind = dictionary('day_kind', ['日期类型', 'Kind of day'], {
  work: ['工作日', 'Working day'],
  rest: ['休息日', 'Rest day', 'grey'],
  statutory: ['法定节假日', 'Statutory holiday', 'violet'],
});

export const leaveType = dictionary('leave_type', ['请假类型', 'Leave type'], {
  annual: ['年假', 'Annual'],
  sick: ['病假', 'Sick'],
  personal: ['事假', 'Personal'],
  marriage: ['婚假', 'Marriage'],
  maternity: ['产假', 'Maternity'],
  funeral: ['丧假', 'Funeral'],
  lieu: ['调休', 'In lieu'],
  training: ['培训', 'Training'],
});

export const urgency = dictionary('urgency', ['紧急程度', 'Urgency'], {
  normal: ['一般', 'Normal', 'grey'],
  high: ['紧急', 'Urgent', 'amber'],
  critical: ['特急', 'Critical', 'red'],
  safety: ['安全隐患', 'Safety risk', 'red'],
});

export const registerStatus = dictionary(
  'register_status',
  ['登记状态', 'Work order state'],
  {
    registered: ['待派工', 'To dispatch', 'amber'],
    dispatched: ['已派工', 'Dispatched', 'blue'],
    inService: ['服务中', 'In service', 'cyan'],
    waiting: ['挂起', 'On hold', 'violet'],
    finished: ['已完工', 'Finished', 'green'],
    confirmed: ['已确认', 'Confirmed', 'green'],
    closed: ['已归档', 'Closed', 'grey'],
    cancelled: ['已取消', 'Cancelled', 'grey'],
  },
  { sealed: true },
);
