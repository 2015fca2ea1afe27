import { relation } from '#kernel/server';
import { visit } from '../visit.paper.ts';

/** Columns of visits that statements of other rooms may read. */
export const visitFacts = relation(visit, [
  'taskNo',
  'dispId',
  'registrationFormId',
  'visitSeq',
  'technicianId',
  'planStart',
  'appointTo',
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
