import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { behaviour, type Context, implement, nested, type Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { schemeTypeTree } from './scheme-type.calls.ts';
import { schemeType } from './scheme-type.paper.ts';

/** Refuse a parent that is below the type itself. */
async function assertParent(context: Context, parentId: string, id: string | null): Promise<void> {
  await context.lock('scheme types');
  for (let above: string | null = parentId; above && above !== '0';) {
    if (above === id) throw refuse.typeCircle();
    above = (await context.get(schemeType, above)).parentId;
  }
}

/** Return the types below a type, or all, as a tree. */
async function treeOf(reading: Reading, parentId: string | null): Promise<CallAnswer<typeof schemeTypeTree>> {
  const types = await reading.find(schemeType, {}, { limit: 5000 });
  const counts = new Map(
    (
      await reading.sql.query<{ id: string; n: number }>(
        'select scheme_type_id::text as id, count(*)::int as n from asscheme where tenant_id = $1 and is_deleted = 0 group by scheme_type_id',
        [reading.tenantId],
      )
    ).map((one) => [one.id, one.n]),
  );
  const parents = new Set(types.map((one) => one.parentId));
  const nodes = types.map((one) => ({
    id: one.id,
    parentId: one.parentId || '0',
    title: one.typeName,
    key: one.id,
    value: one.id,
    fanganType: String(one.fanganType),
    count: counts.get(one.id) ?? 0,
    hasChildren: parents.has(one.id),
  }));
  const whole = nested(nodes, 'parentId');
  if (!parentId || parentId === '0') return whole;
  const find = (among: typeof whole): typeof whole =>
    among.flatMap((node) => (node.id === parentId ? [...(node.children ?? [])] : find([...(node.children ?? [])])));
  return find(whole);
}

export default behaviour<typeof schemeType>(schemeType, {
  async saving(context, { before, values }) {
    if (values.parentId && values.parentId !== '0' && values.parentId !== before?.parentId)
      await assertParent(context, values.parentId, before?.id ?? null);
  },
  calls: [implement(schemeTypeTree, { read: ({ parentId }, reading) => treeOf(reading, parentId) })],
});
