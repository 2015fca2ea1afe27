import { useEffect } from 'react';

/** Selector of focusable elements. */
export const FOCUSABLE =
  'button:not(:disabled), [href], input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex]:not([tabindex="-1"])';

/**
 * Confine the focus to a box, and return it to its former element afterwards. It starts at `data-autofocus`, else in
 * the body of a dialog.
 */
export function useFocusInside(box: { readonly current: HTMLElement | null }): (event: React.KeyboardEvent) => void {
  useEffect(() => {
    const before = document.activeElement;
    const first =
      box.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      box.current?.querySelector<HTMLElement>(`.dialog-body :is(${FOCUSABLE})`) ??
      box.current;
    if (!box.current?.contains(document.activeElement)) first?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (event) => {
    if (event.key !== 'Tab' || !box.current) return;
    const all = [...box.current.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const edge = event.shiftKey ? all[0] : all.at(-1);
    if (document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? all.at(-1) : all[0])?.focus();
  };
}
