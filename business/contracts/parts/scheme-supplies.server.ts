import { addDays } from '#kernel/language/days.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, inform } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { consumable } from '#business/materials/items/consumable.paper.ts';
import { refuse } from '../refusals.ts';
import { recordChange } from '../scheme/records.server.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { suppliesCalls } from './relation-calls.server.ts';
import { schemeSupplies } from './scheme-supplies.paper.ts';
import { suppliesFollowers } from './supplies-followers.server.ts';

type Line = Row<typeof schemeSupplies>;

/** Refuse a machine of another customer. */
async function assertMachine(context: Context, line: Line): Promise<void> {
  if (!line.equipmentId) return;
  const machine = await context.get(equipment, line.equipmentId);
  const of = await context.get(scheme, line.schemeId);
  if (machine.customerId !== of.customerId) throw refuse.machineOfOtherHome();
}

/** Add a line to the changes of a contract that is not a draft. */
async function recordOf(context: Context, row: Line, what: readonly [string, string]): Promise<void> {
  const of = await context.get(scheme, row.schemeId);
  if (of.schemeStatus === 'draft') return;
  await recordChange(context, of.id, {
    type: 'supplies',
    summary: [`${what[0]}耗材${row.suppliesName ?? ''}`, `${what[1]} consumable ${row.suppliesName ?? ''}`],
    after: { suppliesId: row.suppliesId, qty: row.qty, dueDate: row.dueDate },
  });
}

export default behaviour<typeof schemeSupplies>(schemeSupplies, {
  calls: suppliesCalls,
  async saving(context, { before, values, byHand }) {
    const line = { ...before, ...values } as Line;
    if (byHand) await assertMachine(context, line);
    const installDate = line.installDate ?? context.today();
    const isNew = line.suppliesId !== before?.suppliesId;
    return {
      installDate,
      dueDate: addDays(installDate, line.lifeDays),
      ...(isNew && { suppliesName: (await context.get(consumable, line.suppliesId)).suppliesName }),
      ...(!before && { sourceType: values.sourceType ?? 'manual' }),
    };
  },
  async saved(context, { before, row, byHand }) {
    if (byHand) await recordOf(context, row, before ? ['修改', 'Changed'] : ['增加', 'Added']);
  },
  async leaving(context, rows) {
    for (const row of rows) await recordOf(context, row, ['移除', 'Removed']);
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
      'case when t.life_days > 0 then round(least(100, greatest(0, 100.0 * (t.due_date - $today) / t.life_days)), 4) end',
  },
});
