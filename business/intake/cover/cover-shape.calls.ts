import { anyText, nullable, record } from '#kernel/language/calls/shape.ts';
import { coverFees } from './cover-fees.rules.ts';

/** The cover of a form or an order in its detail: who pays, why, and each fee. */
export const coverShape = record({ weibao: nullable(anyText), weibaoReason: nullable(anyText), coverFees });
