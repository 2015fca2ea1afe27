import { text } from '#kernel/fields/text/text.ts';
import type { Action } from '#kernel/language/lifecycle.ts';

const why = text(['代办原因', 'Why you do it on their behalf'], { required: true, max: 500, wide: true });

/** The verb as it is asked of somebody who stands in for others: the reason that it asks anyway must be given, else one is asked for. */
export const sayingWhy = (action: Action): Action => ({
  ...action,
  asks: { ...action.asks, reason: action.asks?.reason ? { ...action.asks.reason, required: true } : why },
});
