import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, type Context, implement } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { useStorage } from './oss.calls.ts';
import { LOCAL, isFinished, oss } from './oss.paper.ts';

/** Event upon which every server reloads the storages of a company. */
export const STORAGE_CHANGED = 'oss.changed';

/** Enable one storage and disable the others. Enabling it again has no effect. */
async function enable(
  { id }: CallInputOf<typeof useStorage>,
  context: Context,
): Promise<CallAnswer<typeof useStorage>> {
  if (!id) throw refuse.idMissing({ name: 'id' });
  await context.lock('storage in use');
  const row = await context.get(oss, id);
  if (row.category !== LOCAL && !isFinished(row)) throw refuse.storageUnfinished();
  for (const other of await context.find(oss, { isEnabled: true }))
    if (other.id !== id) await context.change(oss, other.id, { isEnabled: false });
  if (!row.isEnabled) await context.change(oss, id, { isEnabled: true });
  await context.emit(STORAGE_CHANGED, {});
  return { id };
}

export default behaviour<typeof oss>(oss, {
  async saved(context) {
    await context.emit(STORAGE_CHANGED, {});
  },
  staying: async (_context, rows) =>
    new Map(rows.filter((row) => row.isEnabled).map((row) => [row.id, refuse.storageInUse()])),
  leaving: (context) => context.emit(STORAGE_CHANGED, {}),
  calls: [implement(useStorage, { write: enable })],
});
