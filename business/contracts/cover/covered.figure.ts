import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { figure } from '#business/system/quality/figures/figure.server.ts';

/** Share of work orders that a contract or a card of the customer covers. */
export const covered = figure({
  name: 'covered',
  label: ['方案承担', 'Covered by contracts'],
  short: ['方案承担', 'covered'],
  unit: 'percent',
  good: 1,
  least: 1,
  sort: 45,
  shown: ['trend', 'team'],
  of: registration,
  from: registrationFacts,
  day: 'createTime',
  where: { registerStatus: { not: ['cancelled'] } },
  team: 'customerServiceTeam',
  system: 'repairType',
  num: { count: { weibao: ['plan', 'card'] } },
  den: 'count',
  reads: ['weibao'],
});
