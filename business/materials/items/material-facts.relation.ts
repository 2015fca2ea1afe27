import { relation } from '#kernel/server';
import { material } from './material.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const materialFacts = relation(material, [
  'itemCode',
  'itemName',
  'trackMode',
  'returnOld',
  'warrantyMonths',
  'costPrice',
  'minStock',
  'manufacturerId',
]);
