import { lifecycle } from '#kernel/language/lifecycle.ts';
import { bindStatus } from '../dictionaries.ts';

/** The lifecycle of an announced device: unbound until it is bound to a home, or ignored by the operator. */
export const poolLifecycle = lifecycle({
  field: 'bindStatus',
  states: bindStatus,
  actions: {
    ignore: {
      label: ['忽略', 'Ignore'],
      from: ['unbound'],
      to: 'ignored',
      roles: ['as_operator'],
      said: ['已忽略', 'Ignored'],
      icon: 'circle-stop',
    },
    heed: {
      label: ['取消忽略', 'Stop ignoring'],
      from: ['ignored'],
      to: 'unbound',
      roles: ['as_operator'],
      said: ['已取消忽略', 'No longer ignored'],
      icon: 'rotate-ccw',
    },
  },
  moves: [
    ['*', 'unbound', 'announce'],
    ['unbound', 'bound', 'bind'],
    ['ignored', 'bound', 'bind'],
    ['bound', 'unbound', 'unbind'],
  ],
  removable: ['unbound', 'ignored', 'bound'],
  ends: ['bound'],
});
