import type { WireRow } from '../registry/rows.ts';

/** A row of the table with its depth in the tree, and whether it can open. */
export interface FlatRow {
  readonly row: WireRow;
  readonly depth: number;
  readonly opens: boolean;
  readonly open: boolean;
}

/**
 * If a tree has at most this number of roots, they are open at first, because a single closed root would hide
 * everything.
 */
const FEW = 3;

/**
 * Return the visible rows of a tree. `turned` contains the ids of rows that the person has opened or closed against
 * their initial state. Children are nested, or were loaded when their parent was opened.
 */
export function flatten(
  rows: readonly WireRow[],
  turned: ReadonlySet<string>,
  loaded: Readonly<Record<string, readonly WireRow[]>>,
  isTree = true,
  depth = 0,
): FlatRow[] {
  if (!isTree) return rows.map((row) => ({ row, depth, opens: false, open: false }));
  return rows.flatMap((row) => {
    const children = row.children ?? loaded[row.id] ?? [];
    const opens = children.length > 0 || (row.hasChildren === true && !loaded[row.id]);
    const isOpen = opens && turned.has(row.id) !== (depth === 0 && rows.length <= FEW && children.length > 0);
    return [{ row, depth, opens, open: isOpen }, ...(isOpen ? flatten(children, turned, loaded, true, depth + 1) : [])];
  });
}
