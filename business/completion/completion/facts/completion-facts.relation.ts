import { relation } from '#kernel/server';
import { completion } from '../completion.paper.ts';

/** Fields that statements of other rooms read. */
export const completionFacts = relation(completion, [
  'completionNo',
  'dispatchListId',
  'registrationFormId',
  'receiptsType',
  'customerId',
  'technicianId',
  'visitResult',
  'faultCause',
  'receivableAmount',
  'practicalAmount',
  'unpaidReason',
  'completeStatus',
  'confirmTime',
  'firstFix',
  'pieceStatus',
]);
