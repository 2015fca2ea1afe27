import { relation } from '#kernel/server';
import { wageLine } from '../wage-line.paper.ts';

/** Fields that statements of other rooms read. */
export const wageLineFacts = relation(wageLine, ['technicianId', 'wageLineType', 'amount', 'bizDate', 'lineStatus']);
