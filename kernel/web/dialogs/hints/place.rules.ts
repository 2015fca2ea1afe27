interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 6;
const EDGE = 8;

/**
 * Return the position of a hint: centred below its element, or above if there is no room below, and always inside the
 * window.
 */
export function placeOf(of: Box, hint: Size, window: Size): { readonly left: number; readonly top: number } {
  const middle = of.left + of.width / 2 - hint.width / 2;
  const left = Math.max(EDGE, Math.min(middle, window.width - hint.width - EDGE));
  const below = of.bottom + GAP;
  const fits = below + hint.height + EDGE <= window.height;
  return { left: Math.round(left), top: Math.round(fits ? below : Math.max(EDGE, of.top - GAP - hint.height)) };
}
