import { figure } from '#business/system/quality/figures/figure.server.ts';
import { registration } from '../registration/registration.paper.ts';

/** Work orders that were registered. */
export const orders = figure({
  name: 'orders',
  label: ['登记', 'Work orders'],
  unit: 'count',
  good: 0,
  least: 0.05,
  sort: 10,
  shown: ['tile', 'trend', 'team', 'bars'],
  of: registration,
  day: 'createTime',
  where: { registerStatus: { not: ['cancelled'] } },
  team: 'customerServiceTeam',
  system: 'repairType',
  num: 'count',
  bins: { hour: true },
  opens: true,
});
