import type { Given } from '#kernel/stories/given.ts';

let back = 0;

/** The month before all others that samples have: months follow each other without a gap. */
function month(): { wagePeriod: string; startDate: string; endDate: string } {
  back += 1;
  const first = new Date(Date.UTC(2026, 10 - back, 1));
  const last = new Date(Date.UTC(2026, 11 - back, 0));
  const day = (of: Date): string => of.toISOString().slice(0, 10);
  return { wagePeriod: day(first).slice(0, 7), startDate: day(first), endDate: day(last) };
}

/** The world that papers of piece-work and wages need around them before a sample can be saved; for stories only. */
export const given: Readonly<Record<string, Given>> = {
  async wagePeriod() { return month(); },
};
