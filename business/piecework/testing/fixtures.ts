import type { Fixtures } from '#kernel/testing/fixtures.ts';

let back = 0;

/** Return a month that no other sample has, before the months that tests pay. */
function month(): { wagePeriod: string; startDate: string; endDate: string } {
  back += 1;
  const first = new Date(Date.UTC(2026, -back, 1));
  const last = new Date(Date.UTC(2026, 1 - back, 0));
  const day = (of: Date): string => of.toISOString().slice(0, 10);
  return { wagePeriod: day(first).slice(0, 7), startDate: day(first), endDate: day(last) };
}

/** The rows that samples of piece-work and wages need; for tests only. */
export default {
  async wagePeriod() {
    return month();
  },
  // A sample has no period of its own: the server derives it from the date of the line.
  async wageLine() {
    return { wagePeriod: undefined, bizDate: '2026-11-20' };
  },
} satisfies Readonly<Record<string, Fixtures>>;
