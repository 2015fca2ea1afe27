import { lifecycle } from '#kernel/language/lifecycle.ts';
import { consumeStatus } from '../dictionaries.ts';

/** A visit of a contract follows its order: reserved, used by the confirmed completion, or released. */
export const useLifecycle = lifecycle({
  field: 'consumeStatus',
  states: consumeStatus,
  actions: {},
  moves: [
    ['*', 'locked', 'submit'],
    ['locked', 'consumed', 'pass'],
    ['locked', 'released', 'cancelled'],
    ['locked', 'released', 'coverChanged'],
    ['locked', 'released', 'unlinked'],
    ['consumed', 'locked', 'reopen'],
    ['consumed', 'released', 'coverChanged'],
  ],
  editable: { locked: ['consumeTimes'] },
  removable: ['locked'],
  ends: ['consumed', 'released'],
});
