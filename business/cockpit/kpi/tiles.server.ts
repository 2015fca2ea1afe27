import { type CallInputOf } from '#kernel/language/calls/call.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { Reading } from '#kernel/server';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { wageLine } from '#business/piecework/wages/wage-line.paper.ts';
import { drillOf, drilledPaper } from './drill.rules.ts';
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
  type Sums,
  isReckoned,
  metrics,
  spanBefore,
  sumsOf,
  untilHour,
  valueOf,
  verdictOf,
  weeksUntil,
} from './metrics.rules.ts';
import { type Narrowed, figuresOf, readFigures, reckonedIn } from './read-figures.server.ts';
import { wagePeriodFacts } from '#business/piecework/wages/facts/wage-period-facts.relation.ts';

const WEEKS = 13;

/** The fields that a figure is reckoned from: who is shown rows without them is not told their sum either. */
const RECKONED: Readonly<Record<string, string>> = {
  sla: 'slaState',
  firstFix: 'firstFix',
  utilisation: 'workMinutes',
  revenue: 'amount',
  wages: 'amount',
  stock: 'amount',
  cash: 'amount',
};

const reads = (reading: Reading, paper: AnyPaper, field: string | undefined): boolean =>
  reading.may(buttonOf(paper, 'view')) && (!field || field in visibleTo(reading.person, paper).fields);

/** A figure is read by who may read the rows that make it up, and of them what is counted; what parts cost is for those who may read that. */
function mayRead(reading: Reading, { name }: Metric): boolean {
  const paper = drilledPaper(name);
  if (name === 'margin')
    return (
      reads(reading, collection, 'amount') && reads(reading, wageLine, 'amount') && reading.may(buttonOf(stock, 'cost'))
    );
  if (name === 'stock' && !reading.may(buttonOf(stock, 'cost'))) return false;
  return paper !== undefined && reads(reading, paper, RECKONED[name]);
}

/** Is it told for what was asked? What belongs to no system is not told of one. */
const isTold = ({ lacks = [] }: Metric, { team, system }: Narrowed): boolean =>
  !(team && lacks.includes('team')) && !(system && lacks.includes('system'));

const readable = (reading: Reading, narrowed: Narrowed): Metric[] =>
  metrics.filter((one) => isTold(one, narrowed) && mayRead(reading, one));

const inNumbers = (metric: Metric, sums: Sums): Pick<Tile, 'value' | 'num' | 'den'> => ({
  value: valueOf(metric, sums),
  num: sums.num,
  den: sums.den,
});

/** What belongs to a figure: how many of the open are older than a week. */
const factsOf = (metric: Metric, sums: Sums): Record<string, number> => ({
  ...(metric.name === 'backlog' && { overWeek: sums.bins[7] ?? 0 }),
  ...(sums.bins.visits !== undefined && { rows: sums.bins.visits }),
  ...(sums.bins.rows !== undefined && { rows: sums.bins.rows }),
});

/** Figures that know wages only once the month was calculated. */
const NEED_WAGES = ['wages', 'margin'];

/** Were the wages of the month, in which a span ends, calculated? Until then neither they nor the margin are whole. */
async function areWagesCounted(reading: Reading, to: string): Promise<boolean> {
  const [period] = await reading.sql.query(
    `select 1 from ${wagePeriodFacts} t where t.tenant_id = $1 and t.is_deleted = 0 and t.wage_period = $2 and t.period_status <> 'open'`,
    [reading.tenantId, to.slice(0, 7)],
  );
  return period !== undefined;
}

export async function tiles(asked: CallInputOf<typeof kpiTiles>, reading: Reading): Promise<TilesAnswer> {
  const { from, to, team, system } = asked;
  const [beforeFrom, beforeTo] = spanBefore(from, to, asked.lastYear);
  const spans = [
    { name: 'now', from, to },
    { name: 'before', from: beforeFrom, to: beforeTo },
  ];
  const narrowed = { team, system };
  const figures = await readFigures(reading, spans, narrowed);
  const reckoned = await reckonedIn(reading, spans);
  const at = reckoned.get('now')?.at ?? '';
  const isToday = from === to && to === reading.today() && at.startsWith(to);
  const wagesCounted = await areWagesCounted(reading, to);
  const answered = readable(reading, narrowed).map((metric): Tile => {
    const isPart = !wagesCounted && NEED_WAGES.includes(metric.name);
    const now = sumsOf(metric, figuresOf(figures, 'now'));
    const whole = sumsOf(metric, figuresOf(figures, 'before'));
    // A day that is not over is compared with as much of the other.
    const before = isToday && metric.name === 'orders' ? untilHour(whole, Number(at.slice(11, 13))) : whole;
    const numbers = inNumbers(metric, now);
    const isCompared = reckoned.get('before')?.days && isReckoned(metric, figuresOf(figures, 'before'));
    const compared = isCompared ? inNumbers(metric, before) : null;
    return {
      metric: metric.name,
      unit: metric.unit,
      ...numbers,
      before: compared,
      verdict: isPart ? '' : verdictOf(metric, numbers.value, compared?.value ?? null),
      facts: { ...factsOf(metric, now), ...(isPart && { wagesToCome: 1 }) },
      provisional: metric.provisionalDays !== undefined && to > addDays(reading.today(), -metric.provisionalDays),
      drill: drillOf(metric.name, { from, to, team, system }),
    };
  });
  return {
    reckoned: at,
    from,
    to,
    beforeFrom,
    beforeTo,
    tiles: answered,
    withheld: metrics.filter((one) => isTold(one, narrowed) && !mayRead(reading, one)).map((one) => one.name),
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
  return readable(reading, narrowed)
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
  const shown = readable(reading, narrowed).filter(({ lacks = [] }) => !lacks.includes(by));
  const keys = [...new Set([...figures.values()].flatMap((one) => [...one.keys()]))].toSorted();
  return keys.map((key) => ({
    key,
    figures: shown.map((metric) => {
      const sums = sumsOf(metric, figuresOf(figures, 'now', key));
      return {
        metric: metric.name,
        ...inNumbers(metric, sums),
        before: inNumbers(metric, sumsOf(metric, figuresOf(figures, 'before', key))),
        facts: factsOf(metric, sums),
        drill: key ? drillOf(metric.name, { from, to, team, system, [by]: key }) : null,
      };
    }),
  }));
}
