import { relation } from '#kernel/server';
import { paymentType } from './payment-type.paper.ts';

/** Fields that statements of other rooms read. */
export const paymentTypeFacts = relation(paymentType, ['typeName']);
