import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { figure } from '#business/system/quality/figures/figure.server.ts';
import { sql } from '#kernel/server';
import { wagePeriodFacts } from '../wages/facts/wage-period-facts.relation.ts';
import { wageLine } from '../wages/wage-line.paper.ts';

/** Pay by the day on which it was earned, counted for the technician's team. */
export const wages = figure({
  name: 'wages',
  label: ['工资', 'Pay'],
  short: ['收入', 'Earned'],
  unit: 'money',
  good: 0,
  least: 0.02,
  sort: 80,
  shown: ['tile', 'own'],
  shareOf: 'revenue',
  of: wageLine,
  day: 'bizDate',
  where: { lineStatus: ['open', 'locked', 'paid'], wageLineType: { not: ['carry', 'topUp'] } },
  team: {
    reads: technician.fields.customerServiceTeam,
    links: [{ table: technicianFacts, alias: 'p', on: 'p.id = t.technician_id', field: 'customerServiceTeam' }],
  },
  technician: 'technicianId',
  num: { sum: 'amount' },
  bins: { rows: 'rows' },
  reads: ['amount'],
  whole: {
    fact: 'wagesToCome',
    label: ['本月工资未核算', 'wages not calculated yet'],
    isWhole: async (reading, to) =>
      (
        await reading.sql.query(
          sql`select 1 from ${wagePeriodFacts} t where t.tenant_id = ${reading.tenantId} and t.is_deleted = 0 and t.wage_period = ${to.slice(0, 7)} and t.period_status <> 'open'`,
        )
      ).length > 0,
  },
});
