import { relation } from '#kernel/server';
import { completion } from '../completion.paper.ts';

/** Columns of completions that statements of other rooms may read. */
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
  'submitTime',
  'confirmTime',
  'firstFix',
  'pieceStatus',
  'coverFees',
  'laborFee',
  'mileageFee',
]);
