import type { Row } from '#kernel/language/paper.ts';
import { behaviour } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { assertStands } from '#business/customers/equipment/standing.server.ts';
import { assertMachineOfOwner, noting } from './line-changes.server.ts';
import { machineCalls } from './relation-calls.server.ts';
import { schemeEquipment } from './scheme-equipment.paper.ts';

type Line = Row<typeof schemeEquipment>;

export default behaviour<typeof schemeEquipment>(schemeEquipment, {
  ...noting<Line>({
    type: 'equipment',
    title: ['设备', 'machine'],
    nameOf: (line) => line.equipmentName,
    after: ({ equipmentId, qty }) => ({ equipmentId, qty }),
  }),
  calls: machineCalls,
  async saving(context, { before, values, byHand }) {
    const line = { ...before, ...values } as Line;
    const isNew = line.equipmentId !== before?.equipmentId;
    // A line may also move to another contract.
    if (byHand && (isNew || line.schemeId !== before?.schemeId)) {
      await assertStands(context, line.equipmentId);
      await assertMachineOfOwner(context, line);
    }
    if (!isNew) return;
    const machine = await context.get(equipment, line.equipmentId);
    return {
      equipmentName: machine.equipmentName,
      model: machine.model,
      serialNo: machine.serialNo,
      fangjianType: line.fangjianType ?? machine.fangjianType,
      ...(!before && { sourceType: values.sourceType ?? 'manual' }),
    };
  },
});
