import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** Done by the keeper for a technician, who says so. */
const reason = '替技师操作';

/** What papers of this room need around them before a sample can be saved. */
export default {
  async completion({ fresh, post, row }) {
    // Whoever has arrived is nowhere else.
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
  // Out of the van of whoever led the visit.
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
