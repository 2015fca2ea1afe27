import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { assertStands } from '#business/customers/equipment/standing.server.ts';
import { refuse } from '../refusals.ts';
import { recordChange } from '../scheme/records.server.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { machineCalls } from './relation-calls.server.ts';
import { schemeEquipment } from './scheme-equipment.paper.ts';

type Line = Row<typeof schemeEquipment>;

/** Refuse a removed machine, and one of another customer. */
async function assertMachine(context: Context, line: Line): Promise<void> {
  await assertStands(context, line.equipmentId);
  const machine = await context.get(equipment, line.equipmentId);
  const of = await context.get(scheme, line.schemeId);
  if (machine.customerId !== of.customerId) throw refuse.machineOfOtherHome();
}

/** Add a line to the changes of a contract that is not a draft. */
async function recordOf(context: Context, row: Line, what: readonly [string, string]): Promise<void> {
  const of = await context.get(scheme, row.schemeId);
  if (of.schemeStatus === 'draft') return;
  await recordChange(context, of.id, {
    type: 'equipment',
    summary: [`${what[0]}设备${row.equipmentName ?? ''}`, `${what[1]} machine ${row.equipmentName ?? ''}`],
    after: { equipmentId: row.equipmentId, qty: row.qty },
  });
}

export default behaviour<typeof schemeEquipment>(schemeEquipment, {
  calls: machineCalls,
  async saving(context, { before, values, byHand }) {
    const line = { ...before, ...values } as Line;
    const isNew = line.equipmentId !== before?.equipmentId;
    if (!isNew) return;
    if (byHand) await assertMachine(context, line);
    const machine = await context.get(equipment, line.equipmentId);
    return {
      equipmentName: machine.equipmentName,
      model: machine.model,
      serialNo: machine.serialNo,
      fangjianType: line.fangjianType ?? machine.fangjianType,
      ...(!before && { sourceType: values.sourceType ?? 'manual' }),
    };
  },
  async saved(context, { before, row, byHand }) {
    if (byHand) await recordOf(context, row, before ? ['修改', 'Changed'] : ['增加', 'Added']);
  },
  async leaving(context, rows) {
    for (const row of rows) await recordOf(context, row, ['移除', 'Removed']);
  },
});
