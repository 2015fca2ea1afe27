import { relation } from '#kernel/server';
import { equipment } from './equipment.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const equipmentFacts = relation(equipment, [
  'equipmentNo',
  'equipmentName',
  'model',
  'systemType',
  'installDate',
  'registerMainId',
  'customerId',
  'equipmentCategory',
  'serialNo',
  'mac',
  'instanceId',
  'warrantyEndDate',
  'equipmentStatus',
]);
