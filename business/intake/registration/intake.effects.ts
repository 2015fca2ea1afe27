import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Papers of this room that change together with other papers or by other calls, each with its reason. */
export default [
  {
    by: ['repairForm'],
    on: ['registration', 'serviceFile'],
    does: ['create', 'move', 'change'],
    because: 'a request that is accepted makes its order, and both are cancelled together',
  },
  {
    by: ['registration', 'dispatchForm', 'visit', 'completion'],
    on: ['repairForm'],
    does: ['move', 'change'],
    because: 'a request mirrors the state of its order',
  },
  {
    by: ['urge'],
    on: ['registration', 'repairForm'],
    does: ['change'],
    because: 'an urge counts itself on what it urges',
    named: 'the order or request is the one that the urge names as its subject',
  },
  {
    by: ['repairForm'],
    on: ['repairAnnex'],
    does: ['change'],
    because: 'the annexes of a request go to the one that it is merged into',
  },
] satisfies Effect[];
