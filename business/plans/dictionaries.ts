import { dictionary } from '#kernel/language/dictionary.ts';

export const planStatus = dictionary(
  'plan_status',
  ['计划状态', 'State of a plan'],
  {
    planned: ['待推送', 'Planned', 'amber'],
    pushed: ['已推送', 'Pushed', 'blue'],
    booked: ['已预约', 'Booked', 'blue'],
    dispatched: ['已派工', 'Dispatched', 'cyan'],
    done: ['已完成', 'Done', 'green'],
    skipped: ['已跳过', 'Skipped'],
    cancelled: ['已取消', 'Cancelled'],
  },
  { sealed: true },
);

export const customerReply = dictionary('customer_reply', ['客户回复', 'Reply of the customer'], {
  none: ['未回复', 'None'],
  agree: ['同意', 'Agrees'],
  later: ['改期', 'Later'],
  refuse: ['拒绝', 'Refuses'],
  wrong: ['信息有误', 'Wrong data'],
});

export const pushScene = dictionary(
  'push_scene',
  ['推送场景', 'Scene'],
  {
    planDue: ['保养到期', 'Plan due'],
    planOverdue: ['保养逾期', 'Plan overdue'],
    warrantyDue: ['质保到期', 'Warranty ending'],
    lapsed: ['脱保召回', 'Out of warranty'],
    suppliesDue: ['耗材到期', 'Consumable due'],
    repairReceived: ['报修受理', 'Request received'],
    appointed: ['预约成功', 'Appointed'],
    onTheWay: ['师傅出发', 'On the way'],
    finished: ['服务完成', 'Finished'],
    comment: ['评价邀请', 'Rating'],
    deviceFault: ['设备故障', 'Device fault'],
    care: ['关怀', 'Care'],
    renewal: ['续约', 'Renewal'],
  },
  { sealed: true },
);

export const pushSetLevel = dictionary(
  'push_set_level',
  ['设置级别', 'Level'],
  {
    tenant: ['全局', 'Company'],
    customer: ['客户', 'Customer'],
    scheme: ['方案', 'Contract'],
  },
  { sealed: true },
);

export const pushStatus = dictionary(
  'push_status',
  ['推送状态', 'State of a push'],
  {
    draft: ['草稿', 'Draft'],
    waiting: ['待发送', 'Waiting', 'amber'],
    sending: ['发送中', 'Sending', 'blue'],
    sent: ['已发送', 'Sent', 'green'],
    read: ['已读', 'Read', 'green'],
    failed: ['失败', 'Failed', 'red'],
    cancelled: ['已取消', 'Cancelled'],
  },
  { sealed: true },
);

export const remindType = dictionary(
  'remind_type',
  ['提醒类型', 'Kind of reminder'],
  {
    warranty: ['在保临期', 'Warranty ending'],
    surrender: ['脱保', 'Out of warranty'],
    supplies: ['耗材到期', 'Consumable due'],
    maintain: ['保养到期', 'Maintenance due'],
  },
  { sealed: true },
);
