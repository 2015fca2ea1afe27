import type { Effect } from '#kernel/language/rooms/effect.ts';

/**
 * Writes that this room causes: the papers or calls that cause them (`by`), the papers that are written (`on`), and
 * why.
 */
export default [
  {
    by: ['alarm/analysis-server/ranking/to-repair'],
    on: ['repairForm'],
    does: ['create'],
    because: 'a request from the ranking is made like one from an alarm, whose right was asked',
  },
  {
    by: ['alarm/analysis-server/ranking/take-back'],
    on: ['repairForm'],
    does: ['act'],
    because: 'a request from the ranking is taken back within a minute',
    named: 'only the person who made the request from the ranking may take it back, before it is accepted',
  },
] satisfies readonly Effect[];
