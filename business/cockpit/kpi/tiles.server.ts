import { type CallInputOf } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { addDays } from '#kernel/language/days.ts';
import type { AnyFigure } from '#business/system/quality/figures/figure.server.ts';
import {
  type Catalogue,
  catalogueOf,
  figureFaceOf,
  isShownIn,
  hasValueFor,
  mayRead,
  metricOf,
  storedPartsOf,
  unfinishedFigures,
} from './catalogue.server.ts';
import { drillOf } from './drill.server.ts';
import type {
  BreakdownAnswer,
  SeriesAnswer,
  Tile,
  TilesAnswer,
  kpiBreakdown,
  kpiSeries,
  kpiTiles,
} from './kpi.calls.ts';
import {
  type Metric,
  type Narrowing,
  type Sums,
  isReckoned,
  spanBefore,
  sumsOf,
  untilHour,
  valueOf,
  verdictOf,
  weeksUntil,
} from './metrics.rules.ts';
import { type FiguresBySpan, figuresOf, readFigures, reckonedIn } from './read-figures.server.ts';

const WEEKS = 13;

/** A figure of the page: its definition, and how it is computed. */
interface Shown {
  readonly figure: AnyFigure;
  readonly metric: Metric;
}

/**
 * Return the figures with a tile that can be computed for the chosen team and system; `isRead` is whether the person
 * may see each.
 */
function tilesFor(reading: Reading, all: Catalogue, narrowed: Narrowing): (Shown & { readonly isRead: boolean })[] {
  return all.all
    .filter((figure) => isShownIn(figure, 'tile'))
    .map((figure) => ({ figure, metric: metricOf(all, figure), isRead: mayRead(reading, all, figure) }))
    .filter(({ metric }) => hasValueFor(metric, narrowed));
}

const readable = (reading: Reading, all: Catalogue, narrowed: Narrowing): Shown[] =>
  tilesFor(reading, all, narrowed).filter((one) => one.isRead);

const inNumbers = (metric: Metric, sums: Sums): Pick<Tile, 'value' | 'num' | 'den'> => ({
  value: valueOf(metric, sums),
  num: sums.num,
  den: sums.den,
});

/** Return the further numbers of a figure: of rows older than a week, or of all its rows. */
function factsOf({ figure }: Shown, { bins }: Sums): Record<string, number> {
  if (figure.kind === 'derived' || !figure.bins) return {};
  if ('age' in figure.bins) return { [figure.bins.fact.name]: bins[7] ?? 0 };
  const rows = 'rows' in figure.bins ? bins[figure.bins.rows] : undefined;
  return rows === undefined ? {} : { rows };
}

/** The data for the tiles of a span. */
interface TileSpan {
  readonly reading: Reading;
  readonly all: Catalogue;
  readonly asked: CallInputOf<typeof kpiTiles>;
  readonly figures: FiguresBySpan;
  readonly reckoned: Awaited<ReturnType<typeof reckonedIn>>;
  /** Incomplete stored figures, with the name of their note. */
  readonly unfinished: ReadonlyMap<string, string>;
}

/**
 * Return the sums of the compared span. For today, a figure that is counted by hour is compared only up to the present
 * hour.
 */
function sumsBefore({ reading, asked, figures, reckoned }: TileSpan, metric: Metric): Sums {
  const whole = sumsOf(metric, figuresOf(figures, 'before'));
  const at = reckoned.get('now')?.at ?? '';
  const isToday = asked.from === asked.to && asked.to === reading.today() && at.startsWith(asked.to);
  return isToday && metric.byHour ? untilHour(whole, Number(at.slice(11, 13))) : whole;
}

function tileOf(span: TileSpan, shown: Shown): Tile {
  const { reading, all, asked, figures, reckoned } = span;
  const { figure, metric } = shown;
  const missing = storedPartsOf(all, figure).flatMap((part) => span.unfinished.get(part.name) ?? []);
  const now = sumsOf(metric, figuresOf(figures, 'now'));
  const numbers = inNumbers(metric, now);
  const isCompared = reckoned.get('before')?.days && isReckoned(metric, figuresOf(figures, 'before'));
  const compared = isCompared ? inNumbers(metric, sumsBefore(span, metric)) : null;
  return {
    metric: metric.name,
    unit: metric.unit,
    ...numbers,
    before: compared,
    verdict: missing.length ? '' : verdictOf(metric, numbers.value, compared?.value ?? null),
    facts: { ...factsOf(shown, now), ...Object.fromEntries(missing.map((fact) => [fact, 1])) },
    provisional: metric.provisionalDays !== undefined && asked.to > addDays(reading.today(), -metric.provisionalDays),
    drill: drillOf(figure, asked),
  };
}

export async function tiles(asked: CallInputOf<typeof kpiTiles>, reading: Reading): Promise<TilesAnswer> {
  const { from, to } = asked;
  const [beforeFrom, beforeTo] = spanBefore(from, to, asked.lastYear);
  const spans = [
    { name: 'now', from, to },
    { name: 'before', from: beforeFrom, to: beforeTo },
  ];
  const all = catalogueOf(reading);
  const figures = await readFigures(reading, spans, asked);
  const reckoned = await reckonedIn(reading, spans);
  const span = { reading, all, asked, figures, reckoned, unfinished: await unfinishedFigures(reading, all, to) };
  const shown = tilesFor(reading, all, asked);
  return {
    reckoned: reckoned.get('now')?.at ?? '',
    from,
    to,
    beforeFrom,
    beforeTo,
    tiles: shown.filter((one) => one.isRead).map((one) => tileOf(span, one)),
    withheld: shown.filter((one) => !one.isRead).map((one) => one.figure.name),
    figures: shown.map((one) => figureFaceOf(all, one.figure)),
  };
}

export async function series(asked: CallInputOf<typeof kpiSeries>, reading: Reading): Promise<SeriesAnswer> {
  const narrowed = { team: asked.team, system: asked.system };
  const wanted = (asked.metric ?? '').split(',').filter(Boolean);
  const weeks = weeksUntil(asked.to, WEEKS).map(([from, to], at) => {
    const [yearFrom, yearTo] = spanBefore(from, to, true);
    return { now: { name: `now ${at}`, from, to }, before: { name: `before ${at}`, from: yearFrom, to: yearTo } };
  });
  const spans = weeks.flatMap((week) => [week.now, week.before]);
  const figures = await readFigures(reading, spans, narrowed);
  const reckoned = await reckonedIn(reading, spans);
  const at = (metric: Metric, span: string): number | null =>
    reckoned.get(span)?.days && isReckoned(metric, figuresOf(figures, span))
      ? valueOf(metric, sumsOf(metric, figuresOf(figures, span)))
      : null;
  return readable(reading, catalogueOf(reading), narrowed)
    .map((one) => one.metric)
    .filter((metric) => !wanted.length || wanted.includes(metric.name))
    .map((metric) => ({
      metric: metric.name,
      points: weeks.map(({ now, before }) => ({
        from: now.from,
        to: now.to,
        value: at(metric, now.name),
        lastYear: at(metric, before.name),
      })),
    }));
}

export async function breakdown(asked: CallInputOf<typeof kpiBreakdown>, reading: Reading): Promise<BreakdownAnswer> {
  const { from, to, team, system } = asked;
  const { by } = asked;
  const narrowed = { team, system };
  const [beforeFrom, beforeTo] = spanBefore(from, to, asked.lastYear);
  const figures = await readFigures(
    reading,
    [
      { name: 'now', from, to },
      { name: 'before', from: beforeFrom, to: beforeTo },
    ],
    narrowed,
    by,
  );
  const shown = readable(reading, catalogueOf(reading), narrowed).filter(({ metric }) => !metric.lacks.includes(by));
  const keys = [...new Set([...figures.values()].flatMap((one) => [...one.keys()]))].toSorted();
  return keys.map((key) => ({
    key,
    figures: shown.map((one) => {
      const { figure, metric } = one;
      const sums = sumsOf(metric, figuresOf(figures, 'now', key));
      return {
        metric: metric.name,
        ...inNumbers(metric, sums),
        before: inNumbers(metric, sumsOf(metric, figuresOf(figures, 'before', key))),
        facts: factsOf(one, sums),
        drill: key ? drillOf(figure, { from, to, team, system, [by]: key }) : null,
      };
    }),
  }));
}
