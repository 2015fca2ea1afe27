import type { Instead, Refused } from '../http/refused.ts';
import { words } from '../i18n/words.ts';
import { toast } from './toasts.ts';

/** Long enough to read both names and to reach the button. */
const OFFER_MS = 20_000;

/** Show a refusal with one button that chooses the row it names instead; answer whether it names one. */
export function offerInstead(refused: Refused, choose: (instead: Instead) => void): boolean {
  const { instead } = refused;
  if (!instead) return false;
  const label = words([`改选 ${instead.name}`, `Choose ${instead.name}`]);
  toast.bad(refused.message, undefined, { label, ms: OFFER_MS, run: () => choose(instead) });
  return true;
}
