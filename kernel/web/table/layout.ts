import type { CSSProperties } from 'react';
import type { Column } from './columns.ts';

/** Widths in pixels of the checkbox column, and of a row's tools: at most, and with the menu alone. */
export const CHECK = 44;
export const TOOLS = 220;
export const MENU_ONLY = 52;

/**
 * Layout of the columns: number of pinned ones at both ends, width in px of the columns outside the view, and of the
 * tools.
 */
export interface Layout {
  readonly start: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
  readonly tools: number;
}

/** Styles of the cells by column: the width, and for a pinned column its distance from its edge (`--at`). */
export type Boxes = Readonly<Record<string, CSSProperties>>;

export function boxesOf(
  start: readonly Column[],
  middle: readonly Column[],
  end: readonly Column[],
  tools: number,
): Boxes {
  const out: Record<string, CSSProperties> = {};
  const pinned = (columns: readonly Column[], from: number): void => {
    let x = from;
    for (const { key, width } of columns) {
      out[key] = { width, '--at': `${x}px` } as CSSProperties;
      x += width;
    }
  };
  pinned(start, CHECK);
  pinned(end.toReversed(), tools);
  for (const { key, width } of middle) out[key] = { width };
  return out;
}
