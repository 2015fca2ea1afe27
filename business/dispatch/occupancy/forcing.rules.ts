import { flag } from '#kernel/fields/flag/flag.ts';
import { text } from '#kernel/fields/text/text.ts';
import type { InputOf } from '#kernel/language/calls/call.ts';

/** Whether to save in spite of soft conflicts, and why. */
export interface Forcing {
  readonly force: boolean;
  readonly reason: string | null;
}

/** Inputs by which a call overrides soft conflicts. */
export const forcingInputs = {
  force: flag(['软冲突仍保存', 'Save in spite of soft conflicts']),
  forceReason: text(['软冲突原因', 'Why in spite of soft conflicts'], { max: 255, isProductText: true }),
  reason: text(['原因', 'Reason'], { max: 500, isProductText: true }),
};

/**
 * Return whether a call overrides soft conflicts, and why; `forceReason` has precedence over the general `reason` of
 * the call.
 */
export function forcingIn(extra: Partial<InputOf<typeof forcingInputs>> | null): Forcing {
  const reason = (extra?.forceReason ?? extra?.reason ?? '').trim();
  return { force: extra?.force === true, reason: reason.slice(0, 255) || null };
}
