import type { Fixtures } from '#kernel/testing/fixtures.ts';

const DAY = 86_400_000;
let days = 0;

/** An hour of a day that no other sample uses. */
function window(): { planStart: string; planEnd: string } {
  days += 1;
  const day = new Date(Date.UTC(2027, 0, 1) + days * DAY).toISOString().slice(0, 10);
  return { planStart: `${day} 09:00:00`, planEnd: `${day} 10:00:00` };
}

/** Done by the keeper for a technician, who says so. */
const reason = '替技师操作';

/** The world that papers of the chain need around them before a sample can be saved. */
export const given: Readonly<Record<string, Fixtures>> = {
  // A day stands once in a calendar.
  async calendarDay() {
    return { calendarDate: window().planStart.slice(0, 10) };
  },
  // Nobody is sent yet.
  async dispatchForm({ fresh }) {
    return { registrationFormId: await fresh('registration', { requiredSkillIds: [] }), ...window(), draft: true };
  },
  // The first of a crew leads; saved with its form, everybody is somebody else and leaves most to the lead.
  async crewMember({ fresh }, asked) {
    if ('dispId' in asked) return { technicianId: await fresh('technician'), crewRole: 'assist', shareRatio: '0.1000' };
    return { dispId: await fresh('dispatchForm'), crewRole: 'lead', shareRatio: '1.0000' };
  },
  // Somebody whom no customer has turned away; nobody else has that day.
  async visit({ fresh, some }, asked) {
    return {
      dispId: await fresh('dispatchForm'),
      technicianId: asked.technicianId ?? (await some('technician')),
      ...window(),
      force: true,
      forceReason: '客户指定时间',
    };
  },
  async leaveForm({ some }) {
    const { planStart: startTime, planEnd: endTime } = window();
    return { technicianId: await some('technician'), startTime, endTime, draft: true };
  },
  async delay({ fresh, row }) {
    const dispatchListId = await fresh('visit');
    return {
      dispatchListId,
      dispId: (await row('visit', dispatchListId)).dispId,
      newTime: window().planStart,
      draft: true,
    };
  },
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
  // A fee of a completion is no larger than the completion says.
  async collection(_world, asked) {
    return asked.completionId ? { collectType: 'labor', receivableAmount: '0.00', amount: '0.00' } : {};
  },
  async completionAnnex({ fresh, post, row }) {
    const id = await fresh('visit');
    await post('blade-maintain/dispatchList/accept', { id, reason });
    return { dispatchListId: id, dispId: (await row('visit', id)).dispId, completionId: undefined };
  },
};
