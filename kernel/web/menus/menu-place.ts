interface Press {
  readonly detail: number;
  readonly clientX: number;
  readonly clientY: number;
}

const GAP = 4;

/** Return where the menu of a button opens: at the pointer, or below the button if a key pressed it. */
export function menuPlace(press: Press, button: Element): { x: number; y: number } {
  if (press.detail > 0) return { x: press.clientX, y: press.clientY };
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom + GAP };
}
