import { cancelVerb, holdVerb, releaseVerb } from '#business/intake/cover/order-verbs.rules.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { dispatchStatus } from '../dictionaries.ts';

const reason = text(['原因', 'Reason'], { required: true, max: 500, wide: true });

/**
 * Lifecycle of a dispatch form, whose state is derived from its visits. People dispatch, hold, release, return and
 * cancel it; `moves` lists all other steps.
 */
export const dispatchLifecycle = lifecycle({
  field: 'dispatchStatus',
  states: dispatchStatus,
  actions: {
    save: {
      label: ['建派工单', 'Draft a dispatch'],
      from: ['*'],
      to: 'draft',
      roles: ['as_dispatcher'],
      icon: 'file-text',
    },
    hold: holdVerb({ from: ['draft', 'dispatched'], to: 'onHold', roles: ['as_dispatcher'], path: 'submit' }),
    release: releaseVerb({ from: ['onHold'], to: 'draft', roles: ['as_dispatcher'], path: 'submit' }),
    backToPool: {
      label: ['退回工单池', 'Back to the pool'],
      from: ['dispatched'],
      to: 'draft',
      roles: ['as_dispatcher', 'as_leader'],
      call: { path: 'submit', action: 'backToPool' },
      asks: { reason },
      said: ['已退回工单池', 'Back in the pool'],
      icon: 'undo-2',
      batch: false,
    },
    cancel: cancelVerb({
      from: ['draft', 'dispatched', 'onHold'],
      to: 'cancelled',
      roles: ['as_dispatcher', 'as_cs'],
      path: 'submit',
    }),
  },
  moves: [
    ['draft', 'dispatched', 'visit'],
    ['onHold', 'dispatched', 'visit'],
    ['dispatched', 'draft', 'visit'],
    ['inProgress', 'draft', 'visit'],
    ['dispatched', 'inProgress', 'visit'],
    ['dispatched', 'onHold', 'visit'],
    ['inProgress', 'onHold', 'visit'],
    ['inProgress', 'dispatched', 'visit'],
    ['dispatched', 'completed', 'visit'],
    ['inProgress', 'completed', 'visit'],
    ['completed', 'draft', 'redo'],
    ['completed', 'onHold', 'redo'],
    ['completed', 'confirmed', 'pass'],
    ['confirmed', 'completed', 'reopen'],
    ['draft', 'onHold', 'mirror'],
    ['dispatched', 'onHold', 'mirror'],
    ['onHold', 'draft', 'mirror'],
    ['draft', 'cancelled', 'mirror'],
    ['dispatched', 'cancelled', 'mirror'],
    ['onHold', 'cancelled', 'mirror'],
  ],
  editable: {
    draft: 'all',
    dispatched: ['toolHint', 'materialHint', 'remark', 'workContent', 'crew'],
    inProgress: ['remark', 'crew'],
    onHold: ['toolHint', 'materialHint', 'remark', 'workContent'],
  },
  removable: ['draft'],
  ends: ['cancelled', 'confirmed'],
});
