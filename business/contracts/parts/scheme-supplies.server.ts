import type { Row } from '#kernel/language/paper.ts';
import { behaviour, inform } from '#kernel/server';
import { consumable } from '#business/materials/items/consumable.paper.ts';
import { assertMachineOfOwner, noting } from './line-changes.server.ts';
import { suppliesCalls } from './relation-calls.server.ts';
import { schemeSupplies } from './scheme-supplies.paper.ts';
import { suppliesFollowers } from './supplies-followers.server.ts';
import { dueDays } from './supplies-life.server.ts';

type Line = Row<typeof schemeSupplies>;

export default behaviour<typeof schemeSupplies>(schemeSupplies, {
  ...noting<Line>({
    type: 'supplies',
    title: ['耗材', 'consumable'],
    nameOf: (line) => line.suppliesName,
    after: ({ suppliesId, qty, dueDate }) => ({ suppliesId, qty, dueDate }),
  }),
  calls: suppliesCalls,
  async saving(context, { before, values, byHand }) {
    const line = { ...before, ...values } as Line;
    if (byHand) await assertMachineOfOwner(context, line);
    const installDate = line.installDate ?? context.today();
    const isNew = line.suppliesId !== before?.suppliesId;
    const [dueDate] = await dueDays(context, [{ ...line, installDate }]);
    return {
      installDate,
      dueDate,
      ...(isNew && { suppliesName: (await context.get(consumable, line.suppliesId)).suppliesName }),
      ...(!before && { sourceType: values.sourceType ?? 'manual' }),
    };
  },
  actions: {
    handle: async (_context, _row, { note }) => ({ warnNote: note }),
    ignore: async (_context, _row, { note }) => ({ warnNote: note }),
  },
  async moved(context, { before, row }) {
    if (before.warnStatus !== row.warnStatus) await inform(context, suppliesFollowers, 'warningMoved', { before, row });
  },
  // Reminders of a consumable are history: they store its name.
  releases: ['reminder.schemeSuppliesId'],
  computed: {
    remainRate:
      'case when t.due_date > t.install_date then round(least(100, greatest(0, 100.0 * (t.due_date - $today) / (t.due_date - t.install_date))), 4) end',
  },
});
