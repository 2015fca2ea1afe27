import { text } from '#kernel/fields/text/text.ts';
import type { Fields } from '#kernel/language/field.ts';
import type { Action } from '#kernel/language/lifecycle.ts';

const why = text(['代办原因', 'Why you do it on their behalf'], { required: true, max: 500, wide: true });

/** Return the action with one more required input: the reason why the person acts on behalf of others. */
export const sayingWhy = (action: Action): Action => ({
  ...action,
  asks: { ...action.asks, reason: action.asks?.reason ? { ...action.asks.reason, required: true } : why },
});

/** Return the inputs of an action that a person fills in. Those of API clients (`wire`) are left out. */
export const shownInputs = (action: Action): Fields =>
  Object.fromEntries(Object.entries(action.asks ?? {}).filter(([, field]) => !field.wire));
