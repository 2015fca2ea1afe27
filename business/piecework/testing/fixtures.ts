import type { Fixtures } from '#kernel/testing/fixtures.ts';

let back = 0;

/** A month before all others that samples have, and before those that pay. */
function month(): { wagePeriod: string; startDate: string; endDate: string } {
  back += 1;
  const first = new Date(Date.UTC(2026, -back, 1));
  const last = new Date(Date.UTC(2026, 1 - back, 0));
  const day = (of: Date): string => of.toISOString().slice(0, 10);
  return { wagePeriod: day(first).slice(0, 7), startDate: day(first), endDate: day(last) };
}

/** The world that papers of piece-work and wages need around them before a sample can be saved; for tests only. */
export default {
  async wagePeriod() {
    return month();
  },
  // The month follows from the date.
  async wageLine() {
    return { wagePeriod: undefined, bizDate: '2026-11-20' };
  },
} satisfies Readonly<Record<string, Fixtures>>;
