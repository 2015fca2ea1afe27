import { relation } from '#kernel/server';
import { repairForm } from './repair-form.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const repairFormFacts = relation(repairForm, [
  'repairNo',
  'source',
  'repairType',
  'receiptsType',
  'customerId',
  'equipmentId',
  'troubleCode',
  'repairStatus',
  'diagnosis',
  'acceptTime',
]);
