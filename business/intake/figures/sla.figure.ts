import { slaClockFacts } from '#business/scheduling/sla/sla-clock-facts.relation.ts';
import { slaClock } from '#business/scheduling/sla/sla-clock.paper.ts';
import { type FigureGroup, figure } from '#business/system/quality/figures/figure.server.ts';
import { registration } from '../registration/registration.paper.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';

/** Return where the team or system of a clock is read: from the work order or repair form for which it runs. */
const clocked = (field: 'customerServiceTeam' | 'repairType'): FigureGroup => ({
  reads: registration.fields[field],
  links: [
    { table: registration, alias: 'r', on: "t.biz_type = 'registration' and r.id = t.biz_id", field },
    { table: repairForm, alias: 'f', on: "t.biz_type = 'repair' and f.id = t.biz_id", field },
  ],
});

/**
 * Share of service clocks that were met, stored for each kind of clock. It is defined here because intake knows the
 * teams of the orders.
 */
export const sla = figure({
  name: 'sla',
  label: ['时效达成', 'SLA met'],
  short: ['时效', 'SLA'],
  unit: 'percent',
  good: 1,
  least: 0.5,
  sort: 30,
  limit: { below: 90 },
  shown: ['tile', 'trend', 'team', 'system', 'wall'],
  of: slaClock,
  from: slaClockFacts,
  day: 'dueTime',
  where: { slaState: ['met', 'breached'] },
  team: clocked('customerServiceTeam'),
  system: clocked('repairType'),
  num: { count: { slaState: 'met' } },
  den: 'count',
  split: 'slaKind',
  reads: ['slaState'],
});
