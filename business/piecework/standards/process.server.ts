import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { pieceStandard } from './piece-standard.paper.ts';
import { process } from './process.paper.ts';

type Node = Row<typeof process>;

/** Refuse a parent that has prices, or that is below the process itself. */
async function assertParent(context: Context, parentId: string, id: string | null): Promise<void> {
  await context.lock('process tree');
  if ((await context.find(pieceStandard, { pieceworkProcessId: parentId }, { first: 1 })).length)
    throw refuse.parentHasStandards();
  for (let above: string | null = parentId; above && above !== '0';) {
    if (above === id) throw refuse.processCircle();
    above = (await context.get(process, above)).parentId;
  }
}

/** Store whether a node is a leaf: no other node is below it. */
async function markLeaf(context: Context, id: string | null): Promise<void> {
  if (!id || id === '0') return;
  const below = await context.find(process, { parentId: id }, { first: 1 });
  const [node] = await context.find(process, { id }, { first: 1 });
  if (node && node.isLeaf !== (below.length === 0)) await context.change(process, id, { isLeaf: below.length === 0 });
}

/** Mark nodes as leaves when all nodes below them are being removed. */
async function markLeaves(context: Context, gone: readonly Node[]): Promise<void> {
  const above = await context.sql.query<{ id: string }>(
    `select t.id::text as id from ${process.table} t where t.tenant_id = $1 and t.id = any($2::bigint[]) and t.is_deleted = 0 and t.is_leaf is not true
    and not exists (select 1 from ${process.table} b where b.tenant_id = $1 and b.parent_id = t.id and b.is_deleted = 0 and b.id <> all($3::bigint[]))`,
    [context.tenantId, gone.flatMap((one) => one.parentId ?? []), gone.map((one) => one.id)],
  );
  await context.changeAll(process, new Map(above.map((one) => [one.id, { isLeaf: true }])));
}

export default behaviour<typeof process>(process, {
  async saving(context, { before, values }) {
    const parent = values.parentId;
    if (parent && parent !== '0' && parent !== before?.parentId)
      await assertParent(context, parent, before?.id ?? null);
    return before ? {} : { isLeaf: true };
  },
  async saved(context, { before, row }) {
    if ((before?.parentId ?? null) === (row.parentId ?? null)) return;
    await markLeaf(context, before?.parentId ?? null);
    await markLeaf(context, row.parentId);
  },
  leaving: markLeaves,
  async restoring(context, row: Node) {
    if (!row.parentId) return;
    await assertParent(context, row.parentId, row.id);
    const [parent] = await context.find(process, { id: row.parentId }, { first: 1 });
    if (parent?.isLeaf) await context.change(process, parent.id, { isLeaf: false });
  },
});
