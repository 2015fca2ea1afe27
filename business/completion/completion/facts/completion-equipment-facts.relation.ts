import { relation } from '#kernel/server';
import { completionEquipment } from '../completion-equipment.paper.ts';

/** Columns of worked-on machines that statements of other rooms may read. */
export const completionEquipmentFacts = relation(completionEquipment, [
  'completionId',
  'equipmentId',
  'newEquipmentId',
]);
