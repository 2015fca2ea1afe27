import { relation } from '#kernel/server';
import { material } from './material.paper.ts';

/** Fields that statements of other rooms read. */
export const materialFacts = relation(material, ['itemName', 'trackMode', 'warrantyMonths']);
