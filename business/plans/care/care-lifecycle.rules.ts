import { lifecycle } from '#kernel/language/lifecycle.ts';
import { pushStatus } from '../dictionaries.ts';

/** A message to many customers: written, planned, frozen into one push for each customer, and sent with them. */
export const careLifecycle = lifecycle({
  field: 'sendStatus',
  states: pushStatus,
  actions: {
    plan: {
      label: ['计划发送', 'Plan'],
      from: ['draft'],
      to: 'waiting',
      roles: ['as_cs', 'as_cs_lead'],
      call: { path: 'submit', action: 'plan' },
      confirm: ['到时间会发给符合条件的客户', 'Customers who match get the message at its time'],
      said: ['已计划', 'Planned'],
      icon: 'send',
      prominent: true,
      batch: false,
    },
    cancel: {
      label: ['取消', 'Cancel'],
      from: ['draft', 'waiting'],
      to: 'cancelled',
      roles: ['as_cs', 'as_cs_lead'],
      call: { path: 'submit', action: 'cancel' },
      said: ['已取消', 'Cancelled'],
      icon: 'ban',
      danger: true,
    },
  },
  moves: [
    ['*', 'draft', 'submit'],
    ['waiting', 'sending', 'run'],
    ['sending', 'sent', 'done'],
    ['sending', 'failed', 'done'],
    ['sent', 'read', 'receipts'],
  ],
  editable: { draft: 'all', waiting: ['planSendTime'] },
  removable: ['draft'],
  ends: ['sent', 'read', 'failed', 'cancelled'],
});
