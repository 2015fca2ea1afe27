/** The place of a row in a tree: its parent (`TOP` for a root), and the number by which its siblings are sorted. */
export interface TreePlace {
  readonly id: string;
  readonly title: string;
  readonly parent: string;
  readonly sort: number;
}

/** The order of a tree: the ids of the child rows by parent. The roots are below `TOP`. */
export type TreeOrder = ReadonlyMap<string, readonly string[]>;

export const TOP = '0';

export const treeOrderOf = (places: readonly TreePlace[]): TreeOrder => {
  const order = new Map<string, string[]>();
  for (const { id, parent } of places) order.set(parent, [...(order.get(parent) ?? []), id]);
  return order;
};

export const parentIn = (order: TreeOrder, id: string): string =>
  [...order].find(([, ids]) => ids.includes(id))?.[0] ?? TOP;

const within = (order: TreeOrder, id: string, above: string): boolean =>
  id === above || (order.get(above) ?? []).some((one) => within(order, id, one));

/**
 * Return the tree with a row moved below `parent`, to position `at` among the other children. A row cannot be moved
 * into itself.
 */
export function moveRow(order: TreeOrder, id: string, parent: string, at: number): TreeOrder {
  if (parent !== TOP && within(order, parent, id)) return order;
  const next = new Map(order);
  const from = parentIn(order, id);
  next.set(
    from,
    (next.get(from) ?? []).filter((one) => one !== id),
  );
  next.set(parent, (next.get(parent) ?? []).toSpliced(at, 0, id));
  return next;
}

export type MoveDirection = 'up' | 'down' | 'in' | 'out';

/** Return the tree after a key press: the row moves up or down, into the sibling above, or out behind its parent. */
export function stepped(order: TreeOrder, id: string, step: MoveDirection): TreeOrder {
  const parent = parentIn(order, id);
  const beside = order.get(parent) ?? [];
  const at = beside.indexOf(id);
  if (step === 'up') return at > 0 ? moveRow(order, id, parent, at - 1) : order;
  if (step === 'down') return at < beside.length - 1 ? moveRow(order, id, parent, at + 1) : order;
  if (step === 'in')
    return at > 0 ? moveRow(order, id, beside[at - 1], (order.get(beside[at - 1]) ?? []).length) : order;
  if (parent === TOP) return order;
  const above = parentIn(order, parent);
  return moveRow(order, id, above, (order.get(above) ?? []).indexOf(parent) + 1);
}

/** Difference between the sort numbers of two neighbours when rows are numbered again. */
const GAP = 10;

/**
 * Return new sort numbers of rows below one parent. Only moved rows get one, if their neighbours leave a number between
 * them; otherwise all rows do.
 */
function numbered(
  ids: readonly string[],
  sorts: ReadonlyMap<string, number>,
  stays: (id: string) => boolean,
): ReadonlyMap<string, number> {
  const out = new Map<string, number>();
  let last = -1;
  for (const [at, id] of ids.entries()) {
    const own = sorts.get(id) ?? 0;
    const next = ids.slice(at + 1).find(stays);
    const to = next === undefined ? Number.POSITIVE_INFINITY : (sorts.get(next) ?? 0);
    if (stays(id) || (own > last && own < to)) {
      last = own;
      continue;
    }
    const middle = next === undefined ? last + GAP : Math.floor((last + to) / 2);
    if (middle <= last || middle >= to) return new Map(ids.map((one, index) => [one, (index + 1) * GAP]));
    out.set(id, middle);
    last = middle;
  }
  return out;
}

/** A change of a row's parent or sort number. */
export interface RowMove {
  readonly id: string;
  readonly parent: string;
  readonly sort: number;
  /** True if the person moved the row; false if only its number changed to make room. */ readonly byHand: boolean;
}

/** Return the changes to save, parents first. `touched` holds the rows that a person moved. */
export function changesOf(places: readonly TreePlace[], order: TreeOrder, touched: ReadonlySet<string>): RowMove[] {
  const was = new Map(places.map((one) => [one.id, one]));
  const sorts = new Map(places.map((one) => [one.id, one.sort]));
  const changes: RowMove[] = [];
  (function below(parent: string): void {
    const ids = order.get(parent) ?? [];
    const fresh = numbered(ids, sorts, (id) => !touched.has(id) && was.get(id)?.parent === parent);
    for (const id of ids) {
      const one = was.get(id);
      const sort = fresh.get(id) ?? one?.sort ?? 0;
      if (one && (one.parent !== parent || one.sort !== sort))
        changes.push({ id, parent, sort, byHand: touched.has(id) });
      below(id);
    }
  })(TOP);
  return changes;
}
