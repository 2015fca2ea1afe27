/**
 * Scroll a part of a box into view, without scrolling anything outside the box. `head`: px at the top of the box that a
 * header covers.
 */
export function scrollWithin(box: HTMLElement, part: HTMLElement, head = 0): void {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top + head) box.scrollTop -= outer.top + head - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  if (inner.left < outer.left) box.scrollLeft -= outer.left - inner.left;
  else if (inner.right > outer.right) box.scrollLeft += inner.right - outer.right;
}
