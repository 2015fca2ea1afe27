import { derived } from '#business/system/quality/figures/figure.server.ts';

/** Number of visits that have minutes of work. */
export const visits = derived({
  name: 'visits',
  label: ['上门', 'Visits'],
  unit: 'count',
  good: 1,
  least: 0.05,
  sort: 33,
  shown: ['own'],
  of: { utilisation: 1 },
  takes: 'rows',
});
