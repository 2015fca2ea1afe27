import { relation } from '#kernel/server';
import { actionLog } from './action-log.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const actionLogFacts = relation(actionLog, [
  'bizType',
  'bizId',
  'action',
  'toStatus',
  'operatorName',
  'operateTime',
  'remark',
  'changes',
]);
