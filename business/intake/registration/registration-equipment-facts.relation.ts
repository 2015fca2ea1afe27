import { relation } from '#kernel/server';
import { registrationEquipment } from './registration-equipment.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const registrationEquipmentFacts = relation(registrationEquipment, [
  'registrationFormId',
  'equipmentId',
  'standardId',
]);
