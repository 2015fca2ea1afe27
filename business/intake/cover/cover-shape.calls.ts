import { anyText, nullable, record } from '#kernel/language/calls/shape.ts';
import { coverFees } from './cover-fees.rules.ts';

/** Parts of a cover: the cover of a form or an order, its reason, and the payer of each fee. */
export const coverParts = { weibao: nullable(anyText), weibaoReason: nullable(anyText), coverFees };

/** The cover of a form or an order in its detail. */
export const coverShape = record(coverParts);
