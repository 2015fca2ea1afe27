import { addDays } from '#kernel/language/days.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { baseScheme } from '#business/contracts/catalogue/base-scheme.paper.ts';
import type { Scheme } from '#business/contracts/scheme/counters.server.ts';
import { hoursOfCompany } from '#business/scheduling/calendar.server.ts';
import type { PlanTerms, WorkDays } from './occurrence-dates.rules.ts';

type Template = Row<typeof baseScheme>;

const minutesOf = (value: number | string | undefined): number | null => (value ? Number(value) : null);

/** Return the terms of a contract that decide its visits. */
const termsOf = (of: Scheme, template: Template): PlanTerms => ({
  id: of.id,
  startDate: of.startDate,
  endDate: must(of.endDate, 'endDate'),
  cycleNum: of.cycleNum,
  cycleUnit: of.cycleUnit,
  planBasis: of.planBasis,
  timesTotal: of.timesTotal,
  openingUsed: of.openingUsed ?? 0,
  laterDays: of.suspendedDays ?? 0,
  windowDays: template.windowDays,
  stdMinutes: template.stdMinutes,
  seasonWindows: (of.seasonWindows ?? []).map(({ from, to, name, minutes }) => ({
    ...{ from, to, name },
    minutes: minutesOf(minutes),
  })),
  visitNames: (of.visitNames ?? []).map(({ name, minutes }) => ({ name, minutes: minutesOf(minutes) })),
});

/** Return the terms of contracts, by their ids, with the template of each. */
export async function termsOfAll(
  reading: Reading,
  schemes: readonly Scheme[],
): Promise<Map<string, { readonly terms: PlanTerms; readonly template: Template }>> {
  const ids = [...new Set(schemes.map((one) => one.baseSchemeId))];
  const templates = new Map(
    (await reading.find(baseScheme, { id: ids }, { limit: ids.length || 1 })).map((one) => [one.id, one]),
  );
  return new Map(
    schemes.flatMap((of) => {
      const template = templates.get(of.baseSchemeId);
      return template ? [[of.id, { terms: termsOf(of, template), template }]] : [];
    }),
  );
}

/** The calendar of a company reaches this many days before and after a span, for dates that move past holidays. */
export const DAYS_AROUND = 62;

/** Return the days on which the company works, around a span. */
export async function workDaysOf(reading: Reading, from: string, to: string): Promise<WorkDays> {
  const { weekdays, special } = await hoursOfCompany(reading, addDays(from, -DAYS_AROUND), addDays(to, DAYS_AROUND));
  return { weekdays, special: special ?? {} };
}

/** Return the last day until which visits are planned. */
export const horizonOf = async (context: Context): Promise<string> =>
  addDays(context.today(), Number(await context.parameter('as.plan.horizonDays')) || 400);
