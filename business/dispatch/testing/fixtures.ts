import type { Fixtures } from '#kernel/testing/fixtures.ts';
import { unusedHour } from '#kernel/testing/unused-hour.ts';

/** Values needed to save samples of this room's papers. */
export default {
  // A draft that is not dispatched, for an order of the sample technicians' team.
  async dispatchForm({ fresh, some, row }) {
    const { customerServiceTeam } = await row('technician', await some('technician'));
    return {
      registrationFormId: await fresh('registration', { requiredSkillIds: [], customerServiceTeam }),
      ...unusedHour(),
      draft: true,
    };
  },
  // The first member of a new crew is its lead. For an existing form the sample is a helper with a small share.
  async crewMember({ fresh }, input) {
    if ('dispId' in input) return { technicianId: await fresh('technician'), crewRole: 'assist', shareRatio: '0.1000' };
    return { dispId: await fresh('dispatchForm'), crewRole: 'lead', shareRatio: '1.0000' };
  },
  // A visit at an hour that no other sample uses. The technician is of the order's team, unless the test names another.
  async visit({ fresh, some }, { technicianId }) {
    return {
      dispId: await fresh('dispatchForm'),
      technicianId: technicianId ?? (await some('technician')),
      ...unusedHour(),
      force: true,
      forceReason: '客户指定时间',
    };
  },
  async delay({ fresh, row }) {
    const dispatchListId = await fresh('visit');
    return {
      dispatchListId,
      dispId: (await row('visit', dispatchListId)).dispId,
      newTime: unusedHour().planStart,
      draft: true,
    };
  },
} satisfies Readonly<Record<string, Fixtures>>;
