import { ofOrder } from '#business/intake/figures/of-order.server.ts';
import { figure } from '#business/system/quality/figures/figure.server.ts';
import { sql } from '#kernel/server';
import { crewMemberFacts } from '../../crew/crew-member-facts.relation.ts';
import { visit } from '../visit.paper.ts';

/** Worked minutes as a share of the minutes that technicians were on duty. Each member of a crew counts. */
export const utilisation = figure({
  name: 'utilisation',
  label: ['技师利用率', 'Utilisation'],
  short: ['利用率', 'Utilisation'],
  unit: 'percent',
  good: 0,
  least: 1,
  sort: 50,
  limit: { above: 90 },
  shown: ['tile', 'team', 'own'],
  of: visit,
  day: 'finishTime',
  where: { workMinutes: { above: 0 } },
  team: ofOrder('customerServiceTeam'),
  system: ofOrder('repairType'),
  technician: 'technicianId',
  num: {
    sql: sql`t.work_minutes * greatest(1, (select count(*) from ${crewMemberFacts} c where c.tenant_id = t.tenant_id and c.disp_id = t.disp_id and c.is_deleted = 0 and c.is_current))`,
  },
  den: { figure: 'available' },
  bins: { rows: 'visits' },
  reads: ['workMinutes'],
});
