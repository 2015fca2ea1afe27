import { relation } from '#kernel/server';
import { visit } from '../visit.paper.ts';

/** Fields that statements of other rooms read. */
export const visitFacts = relation(visit, [
  'taskNo',
  'dispId',
  'registrationFormId',
  'visitSeq',
  'technicianId',
  'planStart',
  'taskStatus',
  'visitResult',
  'resultNote',
  'arriveTime',
  'finishTime',
  'workMinutes',
  'completionId',
  'sentTime',
  'emptyRunFee',
]);
