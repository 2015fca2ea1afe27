import type { Delta, InstanceTree, RowChanges } from './delta.rules.ts';

interface Identified {
  readonly id: string;
}

function applied<Row extends Identified>(
  rows: readonly Row[],
  { inserted, changed, deleted }: RowChanges<Row>,
): readonly Row[] {
  if (deleted.length + changed.length === 0) return inserted.length === 0 ? rows : [...rows, ...inserted];
  const gone = new Set(deleted);
  const now = new Map(changed.map((row) => [row.id, row]));
  return [...rows.filter(({ id }) => !gone.has(id)).map((row) => now.get(row.id) ?? row), ...inserted];
}

/** Return the tree after a command, equal to the database after its delta is written. Closed tasks are removed. */
export const applyDelta = (tree: InstanceTree, delta: Delta): InstanceTree => ({
  instances: applied(tree.instances, delta.instances),
  executions: applied(tree.executions, delta.executions),
  tasks: applied(tree.tasks, delta.tasks).filter(({ state }) => state === 'open'),
  subscriptions: applied(tree.subscriptions, delta.subscriptions),
  jobs: applied(tree.jobs, delta.jobs),
});

export const EMPTY_TREE: InstanceTree = { instances: [], executions: [], tasks: [], subscriptions: [], jobs: [] };
