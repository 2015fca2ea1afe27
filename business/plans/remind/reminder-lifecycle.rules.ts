import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { pushOutReason, remindStatus } from './dictionaries.ts';

const roles = ['as_cs', 'as_cs_lead'];

/** A reminder of a customer: it waits for its day, is pushed, and ends with what the customer does or what changes. */
export const reminderLifecycle = lifecycle({
  field: 'remindStatus',
  states: remindStatus,
  actions: {
    in: {
      label: ['推入', 'Push now'],
      from: ['waiting', 'out'],
      to: 'in',
      roles,
      call: { path: 'manualPushIn' },
      batch: true,
      said: ['已推入，下一轮推送', 'In the queue of the next run'],
      icon: 'send',
      prominent: true,
    },
    out: {
      label: ['移出', 'Take out'],
      from: ['waiting', 'in', 'pushed'],
      to: 'out',
      roles,
      call: { path: 'manualPushOut' },
      asks: {
        reason: dict(pushOutReason, ['移出原因', 'Reason out'], { required: true }),
        until: day(['移出至', 'Out until'], { help: ['不填一直移出', 'Empty: it stays out'] }),
      },
      batch: true,
      said: ['已移出', 'Taken out'],
      icon: 'bell-off',
    },
    handle: {
      label: ['处理', 'Handle'],
      from: ['waiting', 'in', 'pushed'],
      to: 'handled',
      roles,
      asks: { resultNote: text(['处理结果', 'Result'], { required: true, max: 500, wide: true }) },
      batch: true,
      said: ['已处理', 'Handled'],
      icon: 'check',
    },
    follow: {
      label: ['跟进', 'Follow up'],
      from: ['waiting', 'in', 'pushed', 'out'],
      to: 'waiting',
      or: ['in', 'pushed', 'out'],
      roles: [...roles, 'as_manager'],
      call: { path: 'update' },
      asks: {
        ownerUser: ref('user', ['跟进人', 'Owner']),
        nextFollowTime: moment(['下次跟进', 'Next contact']),
      },
      batch: true,
      said: ['已安排跟进', 'The follow-up is planned'],
      icon: 'calendar-clock',
    },
  },
  moves: [
    ['*', 'waiting', 'scan'],
    ['closed', 'waiting', 'scan'],
    ['waiting', 'in', 'rule'],
    ['in', 'pushed', 'push'],
    ['pushed', 'in', 'repeat'],
    ['out', 'waiting', 'until'],
    ['waiting', 'handled', 'order'],
    ['in', 'handled', 'order'],
    ['pushed', 'handled', 'order'],
    ['waiting', 'handled', 'warning'],
    ['in', 'handled', 'warning'],
    ['pushed', 'handled', 'warning'],
    ['out', 'handled', 'warning'],
    ['waiting', 'closed', 'renewed'],
    ['in', 'closed', 'renewed'],
    ['pushed', 'closed', 'renewed'],
    ['out', 'closed', 'renewed'],
  ],
  editable: {},
  removable: [],
  ends: ['handled', 'closed'],
});
