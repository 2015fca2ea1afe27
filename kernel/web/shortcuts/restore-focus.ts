import { FOCUSABLE } from '../dialogs/focus-inside.ts';

/** Times in ms at which the page may have rendered: at once, with cached data, or with the answer of the server. */
const DRAWN_MS = [0, 60, 400] as const;

/**
 * Move the focus if the focused control has disappeared or is disabled. It goes to the first of these elements that
 * still exists, or to a control inside it.
 */
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

/** Focus the first control of a new element as soon as it is rendered, but only once. */
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
