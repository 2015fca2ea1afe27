import type { WireRow } from '../registry/rows.ts';

/** A row as it stands in the table: with its depth in the tree, and whether it opens. */
export interface FlatRow {
  readonly row: WireRow;
  readonly depth: number;
  readonly opens: boolean;
  readonly open: boolean;
}

/** Of so few roots each stands open at first: a company with its departments is not one closed line. */
const FEW = 3;

/** The rows of a tree that are seen now; `turned` are those that were opened or closed by hand. Children come nested, or were loaded when their parent was opened. */
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
