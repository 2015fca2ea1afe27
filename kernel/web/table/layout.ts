import type { CSSProperties } from 'react';
import type { Column } from './columns.ts';

/** Widths in pixels of the column of ticks and of the tools of a row: with words, and with nothing but the menu. */
export const CHECK = 44;
export const TOOLS = 116;
export const MENU_ONLY = 52;

/** Which columns are pinned, and how many are left out on both sides of those in sight. */
export interface Layout { readonly start: number; readonly end: number; readonly before: number; readonly after: number; readonly tools: boolean }

/** How far from its edge each pinned column stands, as `--at`. */
export type Offsets = Readonly<Record<string, CSSProperties>>;

export function offsetsOf(start: readonly Column[], end: readonly Column[], tools: number): Offsets {
  const out: Record<string, CSSProperties> = {};
  let x = CHECK;
  for (const column of start) { out[column.key] = { '--at': `${x}px` } as CSSProperties; x += column.width; }
  x = tools;
  for (const column of end.toReversed()) { out[column.key] = { '--at': `${x}px` } as CSSProperties; x += column.width; }
  return out;
}
