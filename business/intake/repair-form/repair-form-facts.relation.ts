import { relation } from '#kernel/server';
import { repairForm } from './repair-form.paper.ts';

/** Fields that statements of other rooms read. */
export const repairFormFacts = relation(repairForm, [
  'repairNo',
  'source',
  'repairType',
  'receiptsType',
  'customerId',
  'customerServiceTeam',
  'equipmentId',
  'troubleCode',
  'repairStatus',
  'diagnosis',
  'acceptTime',
]);
