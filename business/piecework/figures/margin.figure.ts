import { derived } from '#business/system/quality/figures/figure.server.ts';

/** Revenue less pay less parts. */
export const margin = derived({
  name: 'margin',
  label: ['毛利', 'Margin'],
  unit: 'money',
  good: 1,
  least: 0.02,
  sort: 70,
  shown: ['tile', 'trend'],
  shareOf: 'revenue',
  of: { revenue: 1, wages: -1, parts: -1 },
});
