interface Press {
  readonly detail: number;
  readonly clientX: number;
  readonly clientY: number;
}

const GAP = 4;

/** Where the menu of a button opens: where the pointer pressed it, or below it when a key did. */
export function menuPlace(press: Press, button: Element): { x: number; y: number } {
  if (press.detail > 0) return { x: press.clientX, y: press.clientY };
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom + GAP };
}
