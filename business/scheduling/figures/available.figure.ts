import { figure } from '#business/system/quality/figures/figure.server.ts';
import { availableMinutes } from './available-minutes.server.ts';

/** Minutes that technicians can work: the denominator of their utilisation. */
export const available = figure({
  name: 'available',
  label: ['可用分钟', 'Minutes available'],
  unit: 'minutes',
  good: 0,
  least: 0.05,
  sort: 51,
  shown: [],
  by: ['team', 'technician'],
  rows: async (context, from, to) =>
    (await availableMinutes(context, from, to)).map(({ day, team, technicianId, minutes }) => ({
      day,
      team,
      technicianId,
      system: '',
      num: 0,
      den: minutes,
    })),
});
