import { ofOrder } from '#business/intake/figures/of-order.server.ts';
import { figure } from '#business/system/quality/figures/figure.server.ts';
import { collection } from '../collection/collection.paper.ts';

/** Cash that technicians hold at the end of a day. */
export const cash = figure({
  name: 'cash',
  label: ['在手现金', 'Cash in hand'],
  unit: 'money',
  good: -1,
  least: 0.05,
  sort: 100,
  shown: ['tile'],
  of: collection,
  team: ofOrder('customerServiceTeam'),
  system: ofOrder('repairType'),
  num: { sum: 'amount' },
  bins: { rows: 'rows' },
  state: {
    now: { transmitStatus: 'none' },
    before: { since: 'collectTime', until: ['transmitTime'], where: { transmitStatus: ['none', 'transmitted'] } },
    oldestBy: 'collectTime',
  },
  reads: ['amount'],
});
