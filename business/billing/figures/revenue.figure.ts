import { ofOrder } from '#business/intake/figures/of-order.server.ts';
import { figure } from '#business/system/quality/figures/figure.server.ts';
import { collection } from '../collection/collection.paper.ts';

/** Money that was collected and approved. */
export const revenue = figure({
  name: 'revenue',
  label: ['收入', 'Revenue'],
  unit: 'money',
  good: 1,
  least: 0.02,
  sort: 60,
  shown: ['tile', 'trend', 'team', 'bars'],
  of: collection,
  day: 'collectTime',
  where: { approvalStatus: 'approved' },
  team: ofOrder('customerServiceTeam'),
  system: ofOrder('repairType'),
  num: { sum: 'amount' },
  bins: { rows: 'rows' },
  reads: ['amount'],
});
