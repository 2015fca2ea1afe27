import { relation } from '#kernel/server';
import { completionEquipment } from '../completion-equipment.paper.ts';

/** Fields that statements of other rooms read. */
export const completionEquipmentFacts = relation(completionEquipment, ['completionId', 'equipmentId']);
