import type { Fixtures } from '#kernel/testing/fixtures.ts';
import { unusedHour } from '#kernel/testing/unused-hour.ts';

/** Rows that must exist before samples of papers of this room can be saved. */
export default {
  async absence({ fresh }) {
    const { planStart: startTime, planEnd: endTime } = unusedHour();
    return { userId: await fresh('user'), delegateId: await fresh('user'), startTime, endTime };
  },
} satisfies Readonly<Record<string, Fixtures>>;
