import { coverVerb } from '#business/intake/cover/order-verbs.rules.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { completeStatus } from '../dictionaries.ts';

const reason = text(['原因', 'Reason'], { required: true, max: 500, wide: true });

/** Lifecycle of a completion: written at the visit, checked by the back office, returned, redone or reopened. */
export const completionLifecycle = lifecycle({
  field: 'completeStatus',
  states: completeStatus,
  actions: {
    submit: {
      label: ['提交完工', 'Submit'],
      from: ['*', 'draft', 'refill'],
      to: 'submitted',
      roles: ['as_technician', 'as_leader'],
      asks: { at: moment(['手机时间', 'Time by the phone’s clock']) },
      call: { path: 'submit' },
      said: ['已提交', 'Submitted'],
      icon: 'send',
      prominent: true,
    },
    pass: {
      label: ['通过', 'Approve'],
      from: ['submitted'],
      to: 'confirmed',
      roles: ['as_cs_lead', 'as_finance'],
      judges: { of: 'paper' },
      call: { path: 'backConfirm', by: 'result', action: 'pass' },
      said: ['已确认', 'Confirmed'],
      icon: 'check',
      prominent: true,
    },
    refill: {
      label: ['退回重填', 'Back to correct'],
      from: ['submitted'],
      to: 'refill',
      roles: ['as_cs_lead'],
      judges: { of: 'paper' },
      call: { path: 'backConfirm', by: 'result', action: 'refill' },
      asks: { reason },
      said: ['已退回重填', 'Sent back'],
      icon: 'undo-2',
      batch: false,
    },
    redo: {
      label: ['退回重办', 'Redo the job'],
      from: ['submitted'],
      to: 'redone',
      roles: ['as_cs_lead'],
      judges: { of: 'paper' },
      call: { path: 'backConfirm', by: 'result', action: 'redo' },
      asks: { reason },
      said: ['已退回重办', 'To be done again'],
      icon: 'rotate-ccw',
      danger: true,
      batch: false,
    },
    cover: coverVerb('submitted', 'submit'),
    reopen: {
      label: ['重开', 'Reopen'],
      from: ['confirmed'],
      to: 'submitted',
      roles: ['as_manager'],
      call: { path: 'backConfirm', by: 'result', action: 'reopen' },
      asks: { reason },
      said: ['已重开', 'Reopened'],
      icon: 'unlock',
      danger: true,
      batch: false,
    },
  },
  moves: [
    ['*', 'draft', 'submit'],
    ['draft', 'submitted', 'finish'],
    ['refill', 'submitted', 'finish'],
    ['submitted', 'refill', 'sendBack'],
  ],
  editable: { draft: 'all', refill: 'all', submitted: ['equipment', 'supplies', 'mileageExplain'] },
  removable: ['draft'],
  ends: ['confirmed', 'redone'],
});
