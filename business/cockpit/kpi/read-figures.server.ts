import { type Reading, raw, sql } from '#kernel/server';
import { catalogueOf, storedNames } from './catalogue.server.ts';
import { kpiDay } from './kpi-day.paper.ts';
import { type Narrowing, type Sums, binsOf } from './metrics.rules.ts';

/** First and last day of a span, and the name under which its figures are returned. */
export interface Span {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Sums by name of the span, then by key (team, system, or empty for all), then by figure. */
export type FiguresBySpan = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, Sums | undefined>>>>;

interface Row {
  readonly span: string;
  readonly key: string;
  readonly metric: string;
  readonly num: string;
  readonly den: string;
  readonly bins: string | null;
}

const KEYS = { none: "''", team: 't.team', system: 't.repair_type' } as const;

/**
 * Add up the stored figures that the caller may see, in one statement. A state is that of the last counted day, at most
 * a week before the end of the span.
 */
export async function readFigures(
  reading: Reading,
  spans: readonly Span[],
  { team, system }: Narrowing,
  by: keyof typeof KEYS = 'none',
): Promise<FiguresBySpan> {
  const states = catalogueOf(reading).states.flatMap(storedNames);
  const visible = await reading.visible(kpiDay, { button: 'look' }).sql();
  const [names, starts, ends] = [
    spans.map((one) => one.name),
    spans.map((one) => one.from),
    spans.map((one) => one.to),
  ];
  const ofTeam = team ? sql` and t.team = ${team}` : raw('');
  // Figures that are not grouped by system, such as working minutes, have no rows of a system.
  const ofSystem = system ? sql` and t.repair_type = ${system}` : raw('');
  const rows = await reading.sql.query<Row>(
    sql`select s.name as span, ${raw(KEYS[by])} as key, t.metric, sum(t.num)::text as num, sum(t.den)::text as den, string_agg(nullif(t.bins, ''), ',') as bins
    from unnest(${names}::text[], ${starts}::date[], ${ends}::date[]) as s(name, first_day, last_day)
    cross join lateral (select max(m.day) as day from as_kpi_day m where m.tenant_id = ${reading.tenantId} and m.metric = 'day' and m.day between s.last_day - 7 and s.last_day) last
    join as_kpi_day t on t.day between s.first_day - 7 and s.last_day
    where ${visible} and (case when t.metric = any(${states}) then t.day = last.day else t.day >= s.first_day end)${ofTeam}${ofSystem}
    group by 1, 2, 3`,
  );
  const figures = new Map<string, Map<string, Record<string, Sums | undefined>>>();
  for (const row of rows) {
    const keys = figures.get(row.span) ?? new Map<string, Record<string, Sums | undefined>>();
    figures.set(row.span, keys);
    keys.set(row.key, {
      ...keys.get(row.key),
      [row.metric]: { num: Number(row.num), den: Number(row.den), bins: binsOf(row.bins ?? '') },
    });
  }
  return figures;
}

/** Return for each span how many of its days were counted, and when they were last counted. */
export async function reckonedIn(
  reading: Reading,
  spans: readonly Span[],
): Promise<ReadonlyMap<string, { readonly days: number; readonly at: string }>> {
  const rows = await reading.sql.query<{ span: string; days: number; at: string | null }>(
    `select s.name as span, count(t.day)::int as days, to_char(max(t.update_time), 'YYYY-MM-DD HH24:MI:SS') as at
    from unnest($2::text[], $3::date[], $4::date[]) as s(name, first_day, last_day)
    left join as_kpi_day t on t.tenant_id = $1 and t.metric = 'day' and t.day between s.first_day and s.last_day group by 1`,
    [reading.tenantId, spans.map((one) => one.name), spans.map((one) => one.from), spans.map((one) => one.to)],
  );
  return new Map(rows.map((row) => [row.span, { days: row.days, at: row.at ?? '' }]));
}

/** Return the figures of one span and key; empty if none is stored. */
export const figuresOf = (figures: FiguresBySpan, span: string, key = ''): Readonly<Record<string, Sums | undefined>> =>
  figures.get(span)?.get(key) ?? {};
