import { relation } from '#kernel/server';
import { scheme } from './scheme.paper.ts';

/** Columns of contracts that statements of other rooms may read. */
export const schemeFacts = relation(scheme, [
  'schemeNo',
  'schemeStatus',
  'schemeTypeId',
  'schemeName',
  'customerId',
  'registerMainId',
  'startDate',
  'endDate',
  'timesTotal',
  'timesUsed',
  'timesLocked',
  'autoPush',
]);
