import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { cancelReason, holdReason } from '#business/intake/dictionaries.ts';
import { dispatchStatus } from '../dictionaries.ts';

const reason = text(['原因', 'Reason'], { required: true, max: 500, wide: true });

/**
 * The life of a dispatch form. It is derived from its visits: people only send it, hold it, release it, take it back into the pool and
 * cancel it; every other step stands under `moves`.
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
    hold: {
      label: ['挂起', 'Hold'],
      from: ['draft', 'dispatched'],
      to: 'onHold',
      roles: ['as_dispatcher'],
      call: { path: 'submit', action: 'hold' },
      asks: {
        holdReason: dict(holdReason, ['挂起原因', 'Hold reason'], { required: true }),
        holdUntil: moment(['挂起至', 'Hold until']),
        reason: text(['说明', 'Note'], { max: 500, wide: true }),
      },
      said: ['已挂起', 'On hold'],
      icon: 'clock',
    },
    release: {
      label: ['解除挂起', 'Release'],
      from: ['onHold'],
      to: 'draft',
      roles: ['as_dispatcher'],
      call: { path: 'submit', action: 'release' },
      said: ['已解除挂起', 'Released'],
      icon: 'rotate-ccw',
      prominent: true,
    },
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
    cancel: {
      label: ['取消', 'Cancel'],
      from: ['draft', 'dispatched', 'onHold'],
      to: 'cancelled',
      roles: ['as_dispatcher', 'as_cs'],
      call: { path: 'submit', action: 'cancel' },
      asks: {
        cancelReason: dict(cancelReason, ['取消原因', 'Cancel reason'], { required: true }),
        reason: text(['说明', 'Note'], { max: 500, wide: true }),
      },
      said: ['已取消', 'Cancelled'],
      icon: 'ban',
      danger: true,
    },
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
