import { addDays, addMonths, daysFrom, weekdayOf } from '#kernel/language/days.ts';
import type { SpecialDays, WorkingTime } from '#business/scheduling/working-time.rules.ts';

/** Terms of a contract that decide the dates of its visits. Days are `YYYY-MM-DD`. */
export interface PlanTerms {
  readonly id: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly cycleNum: number;
  readonly cycleUnit: 'day' | 'week' | 'month' | 'year';
  readonly planBasis: 'scheduled' | 'completed' | 'season';
  readonly timesTotal: number;
  /** Visits that were used before the contract came here; their numbers are never planned. */
  readonly openingUsed: number;
  /** Days for which it was suspended, and by which it goes on longer. */ readonly laterDays: number;
  readonly windowDays: number;
  readonly stdMinutes: number;
  readonly seasonWindows: readonly {
    readonly from: string;
    readonly to: string;
    readonly name: string;
    readonly minutes: number | null;
  }[];
  readonly visitNames: readonly { readonly name: string; readonly minutes: number | null }[];
}

/** Days on which the company works. */
export interface WorkDays {
  readonly weekdays: WorkingTime['weekdays'];
  readonly special: SpecialDays;
}

/** A planned visit: its number, day, the window in which it may move, what is done and how long it takes. */
export interface PlannedVisit {
  readonly no: number;
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly content: string;
  readonly minutes: number;
}

/** Does the company work on a day? Make-up days and holidays of the calendar override the usual week. */
export const isWorkDay = ({ weekdays, special }: WorkDays, day: string): boolean =>
  special[day] ? special[day] === 'work' : weekdays.includes(weekdayOf(day));

/** The most days that a date is moved past holidays. */
const MAX_SHIFT = 31;

/** Return the last working day until a day, or the next one if the earlier is before the term; null: none within it. */
export function onWorkDay(work: WorkDays, day: string, term: { readonly from: string; readonly to: string }) {
  for (let back = 0; back <= MAX_SHIFT; back += 1) {
    const earlier = addDays(day, -back);
    if (earlier < term.from) break;
    if (isWorkDay(work, earlier)) return earlier;
  }
  for (let on = 1; on <= MAX_SHIFT; on += 1) {
    const later = addDays(day, on);
    if (later > term.to) return null;
    if (isWorkDay(work, later)) return later;
  }
  return null;
}

/** Return a day some cycles after another. Months are counted from the first day, so a 31st stays a 31st where it can. */
export function cyclesAfter({ cycleNum, cycleUnit }: PlanTerms, first: string, cycles: number): string {
  const count = cycleNum * cycles;
  if (cycleUnit === 'day') return addDays(first, count);
  if (cycleUnit === 'week') return addDays(first, 7 * count);
  return addMonths(first, cycleUnit === 'year' ? 12 * count : count);
}

/** Return the day of the k-th visit by the terms: some cycles after the start, and later by the suspended days. */
const dayByTerms = (terms: PlanTerms, cycles: number): string =>
  addDays(cyclesAfter(terms, terms.startDate, cycles), terms.laterDays);

/** Return a whole number that is the same for the same text, spread over its range. Source: FNV-1a, 32 bits. */
function spreadOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  return hash;
}

const within = (day: string, from: string, to: string): string => (day < from ? from : day > to ? to : day);

/** Return the seasons of a contract in the order of time, each cut to its term. A season may reach over the new year. */
function seasonsOf({ seasonWindows, startDate, endDate }: PlanTerms) {
  const years = Array.from(
    { length: Number(endDate.slice(0, 4)) - Number(startDate.slice(0, 4)) + 2 },
    (_, at) => Number(startDate.slice(0, 4)) - 1 + at,
  );
  return years
    .flatMap((year) =>
      seasonWindows.map(({ from, to, name, minutes }) => ({
        from: `${year}-${from}`,
        to: `${to < from ? year + 1 : year}-${to}`,
        name,
        minutes,
      })),
    )
    .filter(({ from, to }) => to >= startDate && from <= endDate)
    .map((one) => ({ ...one, from: within(one.from, startDate, endDate), to: within(one.to, startDate, endDate) }))
    .toSorted((one, other) => one.from.localeCompare(other.from) || one.to.localeCompare(other.to));
}

/** Return the visits of a contract by seasons: the k-th visit is in the k-th season, on a day that its id decides. */
function bySeason(terms: PlanTerms, work: WorkDays): PlannedVisit[] {
  return seasonsOf(terms)
    .slice(0, terms.timesTotal)
    .flatMap(({ from, to, name, minutes }, at) => {
      const days = daysFrom(from, to).filter((day) => isWorkDay(work, day));
      if (days.length === 0) return [];
      const day = days[spreadOf(`${terms.id}#${at + 1}`) % days.length];
      return { no: at + 1, day, from, to, content: name, minutes: minutes ?? terms.stdMinutes };
    });
}

/** Return a visit with its window around a wanted day; null if its day is outside the term. */
function visitOn(terms: PlanTerms, work: WorkDays, no: number, wanted: string): PlannedVisit | null {
  const { startDate, endDate, windowDays, stdMinutes, visitNames } = terms;
  if (wanted < startDate || wanted > endDate) return null;
  const day = onWorkDay(work, wanted, { from: startDate, to: endDate });
  if (day === null) return null;
  const named = visitNames[no - 1];
  return {
    no,
    day,
    from: within(addDays(wanted, -windowDays), startDate, day),
    to: within(addDays(wanted, windowDays), day, endDate),
    content: named?.name ?? '',
    minutes: named?.minutes ?? stdMinutes,
  };
}

/** Visits of a contract that exist already: the number, and the day of the completion; null: not completed. */
export interface KnownVisit {
  readonly no: number;
  readonly done: string | null;
}

/** Return the next visit of a contract whose dates follow its completions: one cycle after the last, or none yet. */
function afterCompletion(terms: PlanTerms, work: WorkDays, known: readonly KnownVisit[]): PlannedVisit[] {
  const [last] = known.toSorted((one, other) => other.no - one.no);
  if (last && last.done === null) return [];
  const no = (last?.no ?? terms.openingUsed) + 1;
  if (no > terms.timesTotal) return [];
  const wanted = last?.done ? cyclesAfter(terms, last.done, 1) : dayByTerms(terms, no - 1);
  return [visitOn(terms, work, no, wanted) ?? []].flat();
}

/**
 * Return the visits of a contract until a day, as its terms and the calendar decide; the same for the same inputs. Those
 * that are `known` may be among them. A contract by completions has at most the next one.
 */
export function plannedVisits(
  terms: PlanTerms,
  work: WorkDays,
  { until, known }: { readonly until: string; readonly known: readonly KnownVisit[] },
): PlannedVisit[] {
  const all =
    terms.planBasis === 'season'
      ? bySeason(terms, work)
      : terms.planBasis === 'completed'
        ? afterCompletion(terms, work, known)
        : Array.from({ length: terms.timesTotal }, (_, at) =>
            visitOn(terms, work, at + 1, dayByTerms(terms, at)),
          ).filter((one) => one !== null);
  return all.filter(({ no, day }) => no > terms.openingUsed && day <= until);
}
