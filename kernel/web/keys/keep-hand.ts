import { FOCUSABLE } from '../dialogs/focus-inside.ts';

/** When the control that was just pressed goes away or can be pressed no more, the hand goes on beside it: to the first of these places that still stands, or to what can be used inside it. */
export function keepHand(...places: readonly (Element | null | undefined)[]): void {
  // After the page was drawn anew.
  setTimeout(() => {
    const held = document.activeElement;
    if (held && held !== document.body && !held.matches(':disabled')) return;
    const place = places.find((one) => one?.isConnected);
    const next = place?.matches(FOCUSABLE) ? place : place?.querySelector(FOCUSABLE);
    if (next instanceof HTMLElement) next.focus();
  });
}
