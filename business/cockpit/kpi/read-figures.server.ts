import { type Reading, raw, sql } from '#kernel/server';
import { kpiDay } from './kpi-day.paper.ts';
import { type Sums, binsOf, stateFigures } from './metrics.rules.ts';

/** Days that figures are asked of, under a name of the caller's. */
export interface Span {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

export interface Narrowed {
  readonly team: string | null;
  readonly system: string | null;
}

/** Sums by the name of a span, by a key (a team, a system, or none), by figure. */
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
 * Adds up the stored figures that the person may see, in one statement over their table alone. What tells a state is read of the last day of its span that
 * was reckoned, at most a week before its end.
 */
export async function readFigures(
  reading: Reading,
  spans: readonly Span[],
  { team, system }: Narrowed,
  by: keyof typeof KEYS = 'none',
): Promise<FiguresBySpan> {
  const visible = await reading.visible(kpiDay, { button: 'look' }).sql();
  const [names, starts, ends] = [
    spans.map((one) => one.name),
    spans.map((one) => one.from),
    spans.map((one) => one.to),
  ];
  const ofTeam = team ? sql` and t.team = ${team}` : raw('');
  // Minutes that somebody may work belong to no system.
  const ofSystem = system ? sql` and t.repair_type = ${system}` : raw('');
  const rows = await reading.sql.query<Row>(
    sql`select s.name as span, ${raw(KEYS[by])} as key, t.metric, sum(t.num)::text as num, sum(t.den)::text as den, string_agg(nullif(t.bins, ''), ',') as bins
    from unnest(${names}::text[], ${starts}::date[], ${ends}::date[]) as s(name, first_day, last_day)
    cross join lateral (select max(m.day) as day from as_kpi_day m where m.tenant_id = ${reading.tenantId} and m.metric = 'day' and m.day between s.last_day - 7 and s.last_day) last
    join as_kpi_day t on t.day between s.first_day - 7 and s.last_day
    where ${visible} and (case when t.metric = any(${stateFigures}) then t.day = last.day else t.day >= s.first_day end)${ofTeam}${ofSystem}
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

/** The days of some spans of which something was reckoned, and when the last of them was. */
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

/** The figures of one span and key; nothing where none is stored. */
export const figuresOf = (figures: FiguresBySpan, span: string, key = ''): Readonly<Record<string, Sums | undefined>> =>
  figures.get(span)?.get(key) ?? {};
