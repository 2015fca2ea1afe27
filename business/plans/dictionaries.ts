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
