import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** Reason of the tests, which act on behalf of technicians. */
const reason = '替技师操作';

/** Values needed to save samples of this room's papers. */
export default {
  async completion({ fresh, post, row }) {
    // Use a new technician, because one who has arrived at a visit cannot begin another.
    const id = await fresh('visit', { technicianId: await fresh('technician') });
    for (const step of ['accept', 'arrive']) await post(`blade-maintain/dispatchList/${step}`, { id, reason });
    const of = await row('visit', id);
    return {
      dispId: of.dispId,
      dispatchListId: id,
      startTime: of.arriveTime,
      endTime: of.arriveTime,
      visitResult: 'reappoint',
      unpaidReason: 'later',
      discountAmount: '0.00',
      draft: true,
    };
  },
  // Without a named store, the part comes from the van of the visit's lead.
  async completionSupply({ fresh }, asked) {
    return {
      ...(!('completionId' in asked) && { completionId: await fresh('completion') }),
      warehouseId: undefined,
      serialNos: undefined,
      oldSerialNos: undefined,
    };
  },
  async completionCharge({ fresh }, asked) {
    return { ...(!('completionId' in asked) && { completionId: await fresh('completion') }), amount: '12.50' };
  },
  async completionAnnex({ fresh, post, row }) {
    const id = await fresh('visit');
    await post('blade-maintain/dispatchList/accept', { id, reason });
    return { dispatchListId: id, dispId: (await row('visit', id)).dispId, completionId: undefined };
  },
} satisfies Readonly<Record<string, Fixtures>>;
