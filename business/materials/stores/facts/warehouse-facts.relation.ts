import { relation } from '#kernel/server';
import { warehouse } from '../warehouse.paper.ts';

/** Fields that statements of other rooms read. */
export const warehouseFacts = relation(warehouse, ['warehouseName', 'warehouseType', 'technicianId']);
