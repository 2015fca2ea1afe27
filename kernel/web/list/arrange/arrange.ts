/** A row where it stands: below what, and its number among those beside it. */
export interface TreePlace {
  readonly id: string;
  readonly title: string;
  readonly parent: string;
  readonly sort: number;
}

/** A tree in its order: the ids below each row, `TOP` for those below none. */
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

/** The tree with a row at another place; the same tree where that place lies below the row itself. `at` counts without the row. */
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

/** One step by keys: among those beside it, below the one before it, or beside the one it stands below. */
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

/** So far apart are the numbers of rows that are numbered anew. */
const GAP = 10;

/** New numbers below one row: only what a person moved gets one, where there is room for it between its neighbours; else all do. */
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

/** A row that stands elsewhere than it is stored. */
export interface RowMove {
  readonly id: string;
  readonly parent: string;
  readonly sort: number;
  /** A person moved it; the others only got another number. */ readonly byHand: boolean;
}

/** What has to be written so that the rows stand so, those above first; `touched` are those that a person moved. */
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
