import type { Fixtures } from '#kernel/testing/fixtures.ts';
import { unusedHour } from '#kernel/testing/unused-hour.ts';

/** Values that samples of this room's papers need. */
export default {
  // The calendar has one row per day, so each sample takes an unused day.
  async calendarDay() {
    return { calendarDate: unusedHour().planStart.slice(0, 10) };
  },
  async leaveForm({ some }) {
    const { planStart: startTime, planEnd: endTime } = unusedHour();
    return { technicianId: await some('technician'), startTime, endTime, draft: true };
  },
} satisfies Readonly<Record<string, Fixtures>>;
