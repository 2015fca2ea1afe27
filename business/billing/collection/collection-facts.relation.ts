import { relation } from '#kernel/server';
import { collection } from './collection.paper.ts';

/** Fields that statements of other rooms read. */
export const collectionFacts = relation(collection, [
  'completionId',
  'registrationFormId',
  'collectType',
  'paymentTypeId',
  'receivableAmount',
  'amount',
  'collectTime',
  'transmitStatus',
  'transmitTime',
  'approvalStatus',
]);
