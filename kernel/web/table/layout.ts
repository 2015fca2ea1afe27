import type { CSSProperties } from 'react';
import type { Column } from './columns.ts';

/** Widths in pixels of the column of ticks and of the tools of a row: with words, and with nothing but the menu. */
export const CHECK = 44;
export const TOOLS = 116;
export const MENU_ONLY = 52;

/** Which columns are pinned, and how wide those are that are left out on both sides of those in sight, and the tools (0 = none). */
export interface Layout {
  readonly start: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
  readonly tools: number;
}

/** How wide the cells of each column are, and of a pinned one how far from its edge it stands (`--at`). */
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
