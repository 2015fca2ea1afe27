import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { timeSlot } from '#business/customers/dictionaries.ts';
import { customerReply, planStatus } from '../dictionaries.ts';

const wanted = {
  expectDate: day(['期望日期', 'Wanted date']),
  expectSlot: dict(timeSlot, ['期望时段', 'Wanted slot']),
};

/** A planned visit: announced, booked with its customer, served by the order that is made for it, or skipped. */
export const occurrenceLifecycle = lifecycle({
  field: 'planStatus',
  states: planStatus,
  actions: {
    book: {
      label: ['预约', 'Book'],
      from: ['planned', 'pushed'],
      to: 'booked',
      roles: ['as_cs'],
      call: { path: 'submit', action: 'book' },
      asks: {
        expectDate: day(['约定日期', 'Agreed date'], { required: true }),
        expectSlot: wanted.expectSlot,
        customerReply: dict(customerReply, ['客户回复', 'Reply of the customer']),
      },
      said: ['已预约', 'Booked'],
      icon: 'calendar-check',
      prominent: true,
      batch: false,
    },
    register: {
      label: ['登记', 'Register'],
      from: ['planned', 'pushed', 'booked'],
      to: 'booked',
      roles: ['as_cs', 'as_dispatcher'],
      call: { path: 'submit', action: 'register' },
      asks: wanted,
      together: true,
      batch: true,
      said: ['已登记', 'Registered'],
      icon: 'file-text',
      prominent: true,
    },
    skip: {
      label: ['跳过', 'Skip'],
      from: ['planned', 'pushed', 'booked'],
      to: 'skipped',
      roles: ['as_cs'],
      call: { path: 'submit', action: 'skip' },
      asks: {
        skipReason: text(['跳过原因', 'Why it is skipped'], { required: true, max: 255, wide: true }),
        consume: flag(['仍扣减一次', 'The visit counts as used']),
      },
      said: ['已跳过', 'Skipped'],
      icon: 'ban',
      batch: true,
    },
    restore: {
      label: ['恢复', 'Restore'],
      from: ['skipped'],
      to: 'planned',
      roles: ['as_cs'],
      call: { path: 'submit', action: 'restore' },
      said: ['已恢复', 'Restored'],
      icon: 'undo-2',
    },
  },
  moves: [
    ['*', 'planned', 'submit'],
    ['planned', 'pushed', 'push'],
    ['pushed', 'planned', 'suspended'],
    ['planned', 'booked', 'reply'],
    ['pushed', 'booked', 'reply'],
    ['booked', 'planned', 'reply'],
    ['booked', 'pushed', 'reply'],
    ['booked', 'dispatched', 'order'],
    ['dispatched', 'booked', 'order'],
    ['booked', 'done', 'order'],
    ['dispatched', 'done', 'order'],
    ['done', 'dispatched', 'order'],
    ['done', 'booked', 'order'],
    ['planned', 'cancelled', 'schemeEnded'],
    ['pushed', 'cancelled', 'schemeEnded'],
    ['booked', 'cancelled', 'schemeEnded'],
    ['dispatched', 'cancelled', 'schemeEnded'],
    ['cancelled', 'planned', 'reopened'],
  ],
  editable: {
    planned: ['planDate', 'customerReply', 'expectDate', 'expectSlot', 'remark'],
    pushed: ['planDate', 'customerReply', 'expectDate', 'expectSlot', 'remark'],
    booked: ['customerReply', 'expectDate', 'expectSlot', 'remark'],
  },
  removable: ['planned'],
  ends: ['done', 'skipped', 'cancelled'],
});
