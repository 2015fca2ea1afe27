import type { Row } from '#kernel/language/paper.ts';
import { behaviour } from '#kernel/server/behaviour.ts';
import type { Context } from '#kernel/server/context.ts';
import { refuse } from '../refusals.ts';
import { pieceStandard } from './piece-standard.paper.ts';
import { process } from './process.paper.ts';

type Node = Row<typeof process>;

/** A parent that has prices stays a leaf; and nothing stands below itself. */
async function assertParent(context: Context, parentId: string, id: string | null): Promise<void> {
  await context.lock('process tree');
  if ((await context.find(pieceStandard, { pieceworkProcessId: parentId }, 1)).length) throw refuse.parentHasStandards();
  for (let above: string | null = parentId; above && above !== '0';) {
    if (above === id) throw refuse.processCircle();
    above = (await context.get(process, above)).parentId;
  }
}

/** A node is a leaf while no other stands below it. */
async function markLeaf(context: Context, id: string | null, without?: string): Promise<void> {
  if (!id || id === '0') return;
  const below = (await context.first(process, { parentId: id }, 2)).filter((one) => one.id !== without);
  const [node] = await context.find(process, { id }, 1);
  if (node && node.isLeaf !== (below.length === 0)) await context.change(process, id, { isLeaf: below.length === 0 });
}

export default behaviour<typeof process>(process, {
  async saving(context, { before, values }) {
    const parent = values.parentId;
    if (parent && parent !== '0' && parent !== before?.parentId) await assertParent(context, parent, before?.id ?? null);
    return before ? {} : { isLeaf: true };
  },
  async saved(context, { before, row }) {
    if ((before?.parentId ?? null) === (row.parentId ?? null)) return;
    await markLeaf(context, before?.parentId ?? null);
    await markLeaf(context, row.parentId);
  },
  async removing(context, row: Node) { await markLeaf(context, row.parentId, row.id); },
  async restoring(context, row: Node) {
    if (!row.parentId) return;
    await assertParent(context, row.parentId, row.id);
    const [parent] = await context.find(process, { id: row.parentId }, 1);
    if (parent?.isLeaf) await context.change(process, parent.id, { isLeaf: false });
  },
});
