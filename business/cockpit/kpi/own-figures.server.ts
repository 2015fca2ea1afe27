import type { Reading } from '#kernel/server';
import { technicianOf } from '#business/dispatch/visit/own-visits.server.ts';
import { addDays } from '#kernel/language/days.ts';
import { catalogueOf, isShownIn, mayReadOwn, metricOf, rowsBinOf } from './catalogue.server.ts';
import type { OwnFigures } from './kpi.calls.ts';
import { type Metric, type Sums, binsOf, sumsOf, valueOf } from './metrics.rules.ts';

const SPAN_DAYS = 30;

interface Row {
  readonly span: 'now' | 'before';
  readonly metric: string;
  readonly num: string;
  readonly den: string;
  readonly bins: string | null;
}

/** Return the sums of a technician's stored figures: of the thirty days until today, and of the thirty before. */
async function rowsOf(reading: Reading, technicianId: string, names: readonly string[]): Promise<Row[]> {
  const today = reading.today();
  const since = addDays(today, 1 - SPAN_DAYS);
  return reading.sql.query<Row>(
    `select case when t.day >= $3::date then 'now' else 'before' end as span, t.metric, sum(t.num)::text as num, sum(t.den)::text as den, string_agg(nullif(t.bins, ''), ',') as bins
    from as_kpi_day t where t.tenant_id = $1 and t.technician_id = $2 and t.day between $4::date and $5::date and t.metric = any($6) group by 1, 2`,
    [reading.tenantId, technicianId, since, addDays(since, -SPAN_DAYS), today, names],
  );
}

/** Return the value of a figure in one of the two spans; with `rowsBin`, the number of its rows. */
function valueIn(rows: readonly Row[], span: Row['span'], metric: Metric, rowsBin: string | undefined): number | null {
  const figures: Record<string, Sums> = {};
  for (const one of rows)
    if (one.span === span)
      figures[one.metric] = { num: Number(one.num), den: Number(one.den), bins: binsOf(one.bins ?? '') };
  const sums = sumsOf(metric, figures);
  return rowsBin === undefined ? valueOf(metric, sums) : (sums.bins[rowsBin] ?? 0);
}

/** Return the own figures of the calling technician: thirty days until today beside the thirty before. */
export async function ownFigures(reading: Reading): Promise<OwnFigures> {
  const all = catalogueOf(reading);
  const own = all.all
    .filter((one) => isShownIn(one, 'own') && mayReadOwn(reading, all, one))
    .map((one) => ({ figure: one, metric: metricOf(all, one), rowsBin: rowsBinOf(all, one) }));
  const me = await technicianOf(reading);
  const rows = me ? await rowsOf(reading, me, [...new Set(own.flatMap(({ metric }) => Object.keys(metric.of)))]) : [];
  const [last] = await reading.sql.query<{ at: string | null }>(
    `select to_char(max(t.update_time), 'YYYY-MM-DD HH24:MI:SS') as at from as_kpi_day t where t.tenant_id = $1 and t.metric = 'day'`,
    [reading.tenantId],
  );
  return {
    reckoned: last.at ?? '',
    figures: own.map(({ figure, metric, rowsBin }) => ({
      metric: figure.name,
      label: figure.short ?? figure.label,
      unit: figure.unit,
      value: valueIn(rows, 'now', metric, rowsBin),
      before: valueIn(rows, 'before', metric, rowsBin),
    })),
  };
}
