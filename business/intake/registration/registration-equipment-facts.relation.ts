import { relation } from '#kernel/server';
import { registrationEquipment } from './registration-equipment.paper.ts';

/** Fields that statements of other rooms read. */
export const registrationEquipmentFacts = relation(registrationEquipment, [
  'registrationFormId',
  'equipmentId',
  'standardId',
]);
