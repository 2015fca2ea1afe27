import { relation } from '#kernel/server';
import { scheme } from './scheme.paper.ts';

/** Columns of contracts that statements of other rooms may read. */
export const schemeFacts = relation(scheme, [
  'schemeNo',
  'schemeStatus',
  'schemeTypeId',
  'schemeName',
  'timesTotal',
  'customerId',
  'registerMainId',
  'startDate',
  'endDate',
  'timesUsed',
  'timesLocked',
  'autoPush',
  'contactPhone',
]);
