import { relation } from '#kernel/server';
import { paymentType } from './payment-type.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const paymentTypeFacts = relation(paymentType, ['typeName']);
