import type { Fixtures } from '#kernel/testing/fixtures.ts';
import { unusedHour } from '#kernel/testing/unused-hour.ts';

/** What papers of this room need around them before a sample can be saved. */
export default {
  // Nobody is sent yet; whoever may be is of the order's team.
  async dispatchForm({ fresh, some, row }) {
    const { customerServiceTeam } = await row('technician', await some('technician'));
    return {
      registrationFormId: await fresh('registration', { requiredSkillIds: [], customerServiceTeam }),
      ...unusedHour(),
      draft: true,
    };
  },
  // The first of a crew leads; saved with its form, everybody is somebody else and leaves most to the lead.
  async crewMember({ fresh }, asked) {
    if ('dispId' in asked) return { technicianId: await fresh('technician'), crewRole: 'assist', shareRatio: '0.1000' };
    return { dispId: await fresh('dispatchForm'), crewRole: 'lead', shareRatio: '1.0000' };
  },
  // Somebody of the order's team whom no customer has turned away; nobody else has that day. Whoever is named may be of any team.
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
