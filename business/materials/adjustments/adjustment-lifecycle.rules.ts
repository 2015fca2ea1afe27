import { text } from '#kernel/fields/text/text.ts';
import { approvalVerbs } from '#business/shared/approval-verbs.rules.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { stockAdjustStatus } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';

const verbs = approvalVerbs({
  from: ['draft'],
  waiting: 'pending',
  draft: 'draft',
  senders: ['as_store', 'as_manager'],
  judges: ['as_store', 'as_manager'],
  own: { of: 'paper', no: () => refuse.ownDocument() },
});

/**
 * The lifecycle of a stock adjustment: another person approves it, and only then stock moves. A bound process decides
 * instead.
 */
export const adjustmentLifecycle = lifecycle({
  field: 'adjustStatus',
  states: stockAdjustStatus,
  actions: {
    submit: {
      label: ['建调整单', 'Write an adjustment'],
      from: ['*'],
      to: 'draft',
      roles: ['as_store'],
      call: { path: 'submit' },
      icon: 'file-text',
    },
    send: verbs.send,
    approve: {
      label: ['审批', 'Approve'],
      from: ['draft', 'pending'],
      to: 'approved',
      roles: ['as_store', 'as_manager'],
      judges: { of: 'paper', no: () => refuse.ownDocument() },
      asks: { note: text(['审批意见', 'Opinion'], { max: 255, wide: true }) },
      said: ['已审批并过账', 'Approved and posted'],
      icon: 'check',
      prominent: true,
    },
    reject: verbs.reject,
    withdraw: verbs.withdraw,
  },
  editable: { draft: 'all' },
  removable: ['draft'],
  ends: ['approved'],
  governed: { start: 'send', approve: 'approve', reject: 'reject', withdraw: 'withdraw', optional: true },
});
