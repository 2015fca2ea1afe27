import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { cancelReason, holdReason } from '../dictionaries.ts';
import { registerStatus } from '#business/scheduling/dictionaries.ts';
import { weibao } from '#business/customers/dictionaries.ts';

const whileServed = ['phone', 'remark'] as const;

/**
 * The life of a registration. People take it up, hold it, release it and cancel it; every other step is made by its visits,
 * its completion and the nightly close, and stands under `moves`.
 */
export const registrationLifecycle = lifecycle({
  field: 'registerStatus',
  states: registerStatus,
  actions: {
    submit: {
      label: ['登记', 'Register'],
      from: ['*'],
      to: 'registered',
      roles: ['as_cs', 'as_dispatcher'],
      call: { path: 'submit' },
      said: ['已登记', 'Registered'],
      icon: 'file-text',
      prominent: true,
    },
    hold: {
      label: ['挂起', 'Hold'],
      from: ['registered', 'dispatched', 'waiting'],
      to: 'waiting',
      roles: ['as_dispatcher'],
      call: { path: 'submit', action: 'hold' },
      asks: {
        holdReason: dict(holdReason, ['挂起原因', 'Hold reason'], { required: true }),
        holdUntil: moment(['挂起至', 'Hold until']),
        reason: text(['说明', 'Note'], { max: 500, wide: true }),
      },
      said: ['已挂起', 'On hold'],
      icon: 'clock',
      prominent: true,
    },
    release: {
      label: ['解除挂起', 'Release'],
      from: ['waiting'],
      to: 'registered',
      roles: ['as_dispatcher'],
      call: { path: 'submit', action: 'release' },
      said: ['已解除挂起', 'Released'],
      icon: 'rotate-ccw',
      prominent: true,
    },
    cancel: {
      label: ['取消', 'Cancel'],
      from: ['registered', 'waiting', 'dispatched'],
      to: 'cancelled',
      roles: ['as_cs_lead'],
      call: { path: 'submit', action: 'cancel' },
      asks: {
        cancelReason: dict(cancelReason, ['取消原因', 'Cancel reason'], { required: true }),
        reason: text(['说明', 'Note'], { max: 500, wide: true }),
      },
      said: ['已取消', 'Cancelled'],
      icon: 'ban',
      danger: true,
    },
    cover: {
      label: ['改判维保', 'Change cover'],
      from: ['registered'],
      to: 'registered',
      roles: ['as_cs_lead'],
      call: { path: 'submit', action: 'cover' },
      asks: {
        weibao: dict(weibao, ['维保类型', 'Cover'], { required: true, example: 'goodwill' }),
        reason: text(['改判理由', 'Reason'], { required: true, max: 200, wide: true }),
      },
      said: ['已改判', 'Cover changed'],
      icon: 'shield-check',
      batch: false,
    },
  },
  moves: [
    // By its dispatch form and visits.
    ['registered', 'dispatched', 'visit'],
    ['waiting', 'dispatched', 'visit'],
    ['dispatched', 'registered', 'visit'],
    ['dispatched', 'waiting', 'visit'],
    ['dispatched', 'inService', 'visit'],
    ['inService', 'dispatched', 'visit'],
    ['inService', 'registered', 'visit'],
    ['inService', 'waiting', 'visit'],
    ['waiting', 'registered', 'visit'],
    ['registered', 'waiting', 'visit'],
    ['dispatched', 'finished', 'visit'],
    ['inService', 'finished', 'visit'],
    ['registered', 'waiting', 'hold'],
    ['dispatched', 'waiting', 'hold'],
    ['waiting', 'registered', 'formReleased'],
    ['waiting', 'waiting', 'formReleased'],
    ['finished', 'registered', 'redo'],
    ['finished', 'waiting', 'redo'],
    ['finished', 'confirmed', 'pass'],
    ['confirmed', 'finished', 'reopen'],
    ['confirmed', 'closed', 'closeRoll'],
    ...(['repairCancelled', 'formCancelled'] as const).flatMap(
      (why) =>
        [
          ['registered', 'cancelled', why],
          ['waiting', 'cancelled', why],
          ['dispatched', 'cancelled', why],
        ] as const,
    ),
  ],
  editable: {
    registered: 'all',
    waiting: 'all',
    dispatched: whileServed,
    inService: whileServed,
    finished: whileServed,
  },
  ends: ['closed', 'cancelled'],
});
