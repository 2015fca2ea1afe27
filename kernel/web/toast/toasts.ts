import { create } from 'zustand';
import type { Instead, Refused } from '../http/refused.ts';
import { words } from '../i18n/words.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'good' | 'bad' | 'plain';
  readonly text: string;
  readonly cause: string;
  /** Duration, in ms. */ readonly ms: number;
  readonly button?: ToastButton;
}

/** An action on the toast: undo, open, download. */
export interface ToastButton {
  readonly label: string;
  readonly run: () => void;
  /** Duration in ms; the default if absent. */ readonly ms?: number;
}

const GOOD_MS = 3_000;
const BAD_MS = 6_000;
const BUTTON_MS = 8_000;
let last = 0;

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

export function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}

/** Show a toast, unless one with the same cause is already shown, such as when several requests fail alike. */
function show(kind: Toast['kind'], text: string, cause = text, button?: ToastButton): void {
  if (useToasts.getState().toasts.some((one) => one.cause === cause)) return;
  const id = ++last;
  const ms = button ? (button.ms ?? BUTTON_MS) : kind === 'bad' ? BAD_MS : GOOD_MS;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-3), { id, kind, text, cause, ms, button }] }));
}

export const toast = {
  good: (text: string, button?: ToastButton): void => show('good', text, `${text}${last}`, button),
  bad: (text: string, cause?: string, button?: ToastButton): void => show('bad', text, cause, button),
  plain: (text: string, button?: ToastButton): void => show('plain', text, text, button),
};

/** Duration in ms of a toast that suggests a row: time to read both names and to reach the button. */
const OFFER_MS = 20_000;

/**
 * Show a refusal that suggests another row, with a button that chooses it. Return false and show nothing if it suggests
 * none.
 */
export function offerInstead(refused: Refused, choose: (instead: Instead) => void): boolean {
  const { instead } = refused;
  if (!instead) return false;
  const label = words([`改选 ${instead.name}`, `Choose ${instead.name}`]);
  toast.bad(refused.message, undefined, { label, ms: OFFER_MS, run: () => choose(instead) });
  return true;
}
