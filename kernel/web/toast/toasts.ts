import { create } from 'zustand';

export interface Toast { readonly id: number; readonly kind: 'good' | 'bad' | 'plain'; readonly text: string; readonly cause: string; readonly undo?: { readonly label: string; readonly run: () => void; /** How long it may be taken back, in ms; the usual time unless said. */ readonly ms?: number } }

const GOOD_MS = 3_000;
const BAD_MS = 6_000;
const UNDO_MS = 8_000;
let last = 0;

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

export function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}

/** Shows a sentence. The same cause shows once, however many requests failed by it. */
function show(kind: Toast['kind'], text: string, cause = text, undo?: Toast['undo']): void {
  if (useToasts.getState().toasts.some((one) => one.cause === cause)) return;
  const id = ++last;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-3), { id, kind, text, cause, undo }] }));
  setTimeout(() => dismiss(id), undo ? undo.ms ?? UNDO_MS : kind === 'bad' ? BAD_MS : GOOD_MS);
}

export const toast = {
  good: (text: string, undo?: Toast['undo']): void => show('good', text, `${text}${last}`, undo),
  bad: (text: string, cause?: string): void => show('bad', text, cause),
  plain: (text: string): void => show('plain', text),
};
