import { relation } from '#kernel/server';
import { collection } from './collection.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const collectionFacts = relation(collection, [
  'collectNo',
  'completionId',
  'registrationFormId',
  'collectType',
  'schemeId',
  'receivableAmount',
  'amount',
  'collectTime',
  'paymentTypeId',
  'approvalStatus',
]);
