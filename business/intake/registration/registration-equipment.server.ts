import { assertStands } from '#business/customers/equipment/standing.server.ts';
import { behaviour } from '#kernel/server';
import { assertOwnMachines } from './own-machines.server.ts';
import { registrationEquipment } from './registration-equipment.paper.ts';

export default behaviour(registrationEquipment, {
  async saving(context, { before, values, byHand }) {
    if (byHand && values.equipmentId && values.equipmentId !== before?.equipmentId)
      await assertStands(context, values.equipmentId);
  },
  async saved(context, { before, row, byHand }) {
    if (byHand && row.equipmentId && row.equipmentId !== before?.equipmentId)
      await assertOwnMachines(context, row.registrationFormId);
  },
});
