import type { Fixtures } from '#kernel/testing/fixtures.ts';
import { unusedHour } from '#kernel/testing/unused-hour.ts';

/** What papers of this room need around them before a sample can be saved. */
export default {
  // A day stands once in a calendar.
  async calendarDay() {
    return { calendarDate: unusedHour().planStart.slice(0, 10) };
  },
  async leaveForm({ some }) {
    const { planStart: startTime, planEnd: endTime } = unusedHour();
    return { technicianId: await some('technician'), startTime, endTime, draft: true };
  },
} satisfies Readonly<Record<string, Fixtures>>;
