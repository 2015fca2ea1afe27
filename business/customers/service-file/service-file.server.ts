import { behaviour, inform } from '#kernel/server';
import { equipment } from '../equipment/equipment.paper.ts';
import { refuse } from '../refusals.ts';
import { fileFollowers } from './file-followers.server.ts';
import { serviceFile } from './service-file.paper.ts';

const FOLLOWED = ['customerName', 'phone', 'address'] as const;

export default behaviour<typeof serviceFile>(serviceFile, {
  computed: { weibao: `case when t.warranty_end_date >= $today then 'warranty' else 'none' end` },
  async saving(context, { before, values, byHand }) {
    // The product may change the customer of a file: a merge moves its machines and papers too.
    if (!byHand || !before || values.customerId === undefined || values.customerId === before.customerId) return;
    const [machine] = await context.find(equipment, { registerMainId: before.id }, { first: 1 });
    if (machine)
      throw refuse.fileHasMachines(
        { no: machine.equipmentNo },
        { fields: [{ field: 'customerId', words: ['档案下有设备', 'The file has machines'] }] },
      );
  },
  async saved(context, { before, row }) {
    if (!before) return;
    if (FOLLOWED.some((name) => before[name] !== row[name]))
      await inform(context, fileFollowers, 'changed', { before, row });
    if (before.address !== row.address || before.premisesId !== row.premisesId)
      await context.emit('serviceFile.moved', { id: row.id });
  },
});
