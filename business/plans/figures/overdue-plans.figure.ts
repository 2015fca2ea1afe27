import { figure } from '#business/system/quality/figures/figure.server.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';

/** Planned visits of contracts that go on whose window is over at the end of a day, without being done. */
export const overduePlans = figure({
  name: 'overduePlans',
  label: ['逾期计划', 'Overdue plans'],
  short: ['逾期', 'overdue'],
  unit: 'count',
  good: -1,
  least: 0.05,
  sort: 120,
  shown: ['tile', 'trend'],
  of: planOccurrence,
  team: 'customerServiceTeam',
  num: 'count',
  state: {
    now: { planStatus: ['planned', 'pushed', 'booked', 'dispatched'], overdue: true },
    oldestBy: 'windowTo',
  },
});
