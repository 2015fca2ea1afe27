import { dictionary } from '#kernel/language/dictionary.ts';

export const remindStatus = dictionary(
  'remind_status',
  ['提醒状态', 'State of a reminder'],
  {
    waiting: ['待推入', 'Waiting', 'amber'],
    in: ['已推入', 'In queue', 'cyan'],
    pushed: ['已推送', 'Pushed', 'blue'],
    handled: ['已处理', 'Handled', 'green'],
    out: ['已移出', 'Out', 'violet'],
    closed: ['已关闭', 'Closed', 'grey'],
  },
  { sealed: true },
);

export const pushOutReason = dictionary('push_out_reason', ['移出原因', 'Reason out'], {
  refused: ['客户拒绝', 'Customer refuses'],
  moved: ['已搬迁', 'Moved away'],
  replaced: ['已更换', 'Replaced'],
  self: ['自行处理', 'Done by the customer'],
  wrong: ['数据错误', 'Wrong data'],
  later: ['延后', 'Later'],
});
