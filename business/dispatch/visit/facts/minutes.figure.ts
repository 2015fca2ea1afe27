import { derived } from '#business/system/quality/figures/figure.server.ts';

/** Minutes that technicians worked at customers. */
export const minutes = derived({
  name: 'minutes',
  label: ['工时', 'Time at work'],
  unit: 'minutes',
  good: 1,
  least: 0.05,
  sort: 36,
  shown: ['own'],
  of: { utilisation: 1 },
});
