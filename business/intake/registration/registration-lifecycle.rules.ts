import { cancelVerb, coverVerb, holdVerb, releaseVerb } from '../cover/order-verbs.rules.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { registerStatus } from '#business/scheduling/dictionaries.ts';

const whileServed = ['phone', 'remark'] as const;

/**
 * States of a registration. People register, hold, release and cancel it. Every other step is made by visits,
 * completion and the nightly close, and is listed in `moves`.
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
      ...holdVerb({
        from: ['registered', 'dispatched', 'waiting'],
        to: 'waiting',
        roles: ['as_dispatcher'],
        path: 'submit',
      }),
      prominent: true,
    },
    // An order that had a visit stays `waiting` for the next one instead.
    release: {
      ...releaseVerb({ from: ['waiting'], to: 'registered', roles: ['as_dispatcher'], path: 'submit' }),
      or: ['waiting'],
    },
    cancel: cancelVerb({
      from: ['registered', 'waiting', 'dispatched'],
      to: 'cancelled',
      roles: ['as_cs_lead'],
      path: 'submit',
    }),
    cover: coverVerb('registered', 'submit'),
  },
  moves: [
    // Moves that its dispatch form and visits cause.
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
    // Visits of contracts (`uses`) are linked until the service begins.
    dispatched: [...whileServed, 'uses'],
    inService: whileServed,
    finished: whileServed,
  },
  ends: ['closed', 'cancelled'],
});
