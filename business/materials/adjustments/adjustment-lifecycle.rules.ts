import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { stockAdjustStatus } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';

/** A stock adjustment is written by one and approved by another; only then anything moves. */
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
    approve: {
      label: ['审批', 'Approve'],
      from: ['draft'],
      to: 'approved',
      roles: ['as_store', 'as_manager'],
      judges: { of: 'paper', no: () => refuse.ownDocument() },
      asks: { note: text(['审批意见', 'Opinion'], { max: 255, wide: true }) },
      said: ['已审批并过账', 'Approved and posted'],
      icon: 'check',
      prominent: true,
    },
  },
  editable: { draft: 'all' },
  removable: ['draft'],
  ends: ['approved'],
});
