import { ofOrder } from '#business/intake/figures/of-order.server.ts';
import { figure } from '#business/system/quality/figures/figure.server.ts';
import { completion } from '../completion.paper.ts';

/** Share of confirmed repairs whose fault did not come back. */
export const firstFix = figure({
  name: 'firstFix',
  label: ['一次修复', 'First-time fix'],
  unit: 'percent',
  good: 1,
  least: 0.5,
  provisionalDays: 30,
  sort: 40,
  shown: ['tile', 'trend', 'team', 'own'],
  of: completion,
  day: 'confirmTime',
  where: { completeStatus: 'confirmed', receiptsType: 'repair' },
  team: ofOrder('customerServiceTeam'),
  system: ofOrder('repairType'),
  technician: 'technicianId',
  num: { count: { firstFix: true } },
  den: 'count',
  reads: ['firstFix'],
});
