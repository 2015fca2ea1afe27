import { relation } from '#kernel/server';
import { completionCharge } from './completion-charge.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const completionChargeFacts = relation(completionCharge, ['completionId', 'payer', 'amount']);
