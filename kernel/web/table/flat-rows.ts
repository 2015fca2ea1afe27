import type { WireRow } from '../papers/rows.ts';

/** A row as it stands in the table: with its depth in the tree, and whether it opens. */
export interface FlatRow { readonly row: WireRow; readonly depth: number; readonly opens: boolean; readonly open: boolean }

/** The rows of a tree that are seen now. Children come nested, or were loaded when their parent was opened. */
export function flatten(rows: readonly WireRow[], open: ReadonlySet<string>, loaded: Readonly<Record<string, readonly WireRow[]>>, depth = 0): FlatRow[] {
  return rows.flatMap((row) => {
    const children = row.children ?? loaded[row.id] ?? [];
    const opens = children.length > 0 || (row.hasChildren === true && !loaded[row.id]);
    const isOpen = opens && open.has(row.id);
    return [{ row, depth, opens, open: isOpen }, ...(isOpen ? flatten(children, open, loaded, depth + 1) : [])];
  });
}
