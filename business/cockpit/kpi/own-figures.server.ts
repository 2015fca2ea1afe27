import { visibleTo } from '#kernel/language/permission.ts';
import type { Reading } from '#kernel/server';
import { wageLine } from '#business/piecework/wages/wage-line.paper.ts';
import { technicianOf } from '#business/dispatch/visit/own-visits.server.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
import type { OwnFigures } from './kpi.calls.ts';
import { binsOf } from './metrics.rules.ts';

const SPAN_DAYS = 30;

interface Row {
  readonly span: 'now' | 'before';
  readonly metric: string;
  readonly num: string;
  readonly den: string;
  readonly bins: string | null;
}

/** The figures of the technician who asks, and of nobody else: thirty days until today beside the thirty before. */
export async function ownFigures(reading: Reading): Promise<OwnFigures> {
  const today = reading.today();
  const since = addDays(today, 1 - SPAN_DAYS);
  const me = await technicianOf(reading);
  const rows = me
    ? await reading.sql.query<Row>(
        `select case when t.day >= $3::date then 'now' else 'before' end as span, t.metric, sum(t.num)::text as num, sum(t.den)::text as den, string_agg(nullif(t.bins, ''), ',') as bins
        from as_kpi_day t where t.tenant_id = $1 and t.technician_id = $2 and t.day between $4::date and $5::date and t.metric = any($6) group by 1, 2`,
        [
          reading.tenantId,
          me,
          since,
          addDays(since, -SPAN_DAYS),
          today,
          ['firstFix', 'utilisation', 'available', 'wages'],
        ],
      )
    : [];
  const [last] = await reading.sql.query<{ at: string | null }>(
    `select to_char(max(t.update_time), 'YYYY-MM-DD HH24:MI:SS') as at from as_kpi_day t where t.tenant_id = $1 and t.metric = 'day'`,
    [reading.tenantId],
  );
  const sumOf = (span: Row['span'], metric: string): { num: number; den: number; visits: number } => {
    const row = rows.find((one) => one.span === span && one.metric === metric);
    return { num: Number(row?.num ?? 0), den: Number(row?.den ?? 0), visits: binsOf(row?.bins ?? '').visits ?? 0 };
  };
  const share = (num: number, den: number): number | null => (den > 0 ? Math.round((num / den) * 1000) / 10 : null);
  const told = (span: Row['span']) => {
    const [work, fixed] = [sumOf(span, 'utilisation'), sumOf(span, 'firstFix')];
    return {
      visits: work.visits,
      minutes: work.num,
      firstFix: share(fixed.num, fixed.den),
      utilisation: share(work.num, sumOf(span, 'available').den),
      wages: sumOf(span, 'wages').num,
    };
  };
  const [now, before] = [told('now'), told('before')];
  const units = {
    visits: 'count',
    minutes: 'minutes',
    firstFix: 'percent',
    utilisation: 'percent',
    wages: 'money',
  } as const;
  return {
    reckoned: last.at ?? '',
    figures: (Object.keys(units) as (keyof typeof units)[])
      .filter((metric) => metric !== 'wages' || 'amount' in visibleTo(reading.person, wageLine).fields)
      .map((metric) => ({
        metric,
        unit: units[metric],
        value: now[metric],
        before: before[metric],
      })),
  };
}
