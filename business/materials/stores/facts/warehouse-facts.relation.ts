import { relation } from '#kernel/server';
import { warehouse } from '../warehouse.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const warehouseFacts = relation(warehouse, [
  'warehouseName',
  'warehouseType',
  'technicianId',
  'deptId',
  'sapWhsCode',
]);
