import type { Context } from '#kernel/server';
import { scheme } from './scheme.paper.ts';

/** Store the day of the next open visit of contracts; null: none. Rooms that plan visits call it. */
export async function setNextServices(
  context: Context,
  next: readonly { readonly id: string; readonly day: string | null }[],
): Promise<void> {
  const rows = await context.lockRows(
    scheme,
    next.map(({ id }) => id),
  );
  const days = new Map(next.map(({ id, day }) => [id, day]));
  const changed = rows.filter((one) => (one.nextServiceDate ?? null) !== (days.get(one.id) ?? null));
  if (changed.length)
    await context.touch(
      scheme,
      changed.map(({ id }) => ({ id, nextServiceDate: days.get(id) ?? null })),
    );
}
