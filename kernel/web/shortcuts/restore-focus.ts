import { FOCUSABLE } from '../dialogs/focus-inside.ts';

/** When the page may have been drawn anew: at once, when what is kept was told, when the answer is there. */
const DRAWN_MS = [0, 60, 400] as const;

/** When the control that was just pressed goes away or can be pressed no more, the hand goes on beside it: to the first of these places that still stands, or to what can be used inside it. */
export function restoreFocus(...places: readonly (Element | null | undefined)[]): void {
  const look = (): void => {
    const held = document.activeElement;
    if (held && held !== document.body && !held.matches(':disabled')) return;
    const place = places.find((one) => one?.isConnected);
    const next = place?.matches(FOCUSABLE) ? place : place?.querySelector(FOCUSABLE);
    if (next instanceof HTMLElement) next.focus();
  };
  for (const ms of DRAWN_MS) setTimeout(look, ms);
}

/** The hand goes into what was just added, as soon as that is drawn: to the first control inside it. Once it stands there it is left alone. */
export function takeHand(added: () => Element | null | undefined): void {
  let there = false;
  const look = (): void => {
    const next = there ? null : added()?.querySelector(FOCUSABLE);
    if (!(next instanceof HTMLElement)) return;
    there = true;
    next.focus();
  };
  for (const ms of DRAWN_MS) setTimeout(look, ms);
}
