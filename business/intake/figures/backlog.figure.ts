import { figure } from '#business/system/quality/figures/figure.server.ts';
import { registration } from '../registration/registration.paper.ts';

/** Work orders that are open at the end of a day, with their age. */
export const backlog = figure({
  name: 'backlog',
  label: ['积压', 'Backlog'],
  short: ['积压', 'open'],
  unit: 'count',
  good: -1,
  least: 0.05,
  sort: 20,
  shown: ['tile', 'trend', 'team', 'rank', 'system', 'wall'],
  of: registration,
  team: 'customerServiceTeam',
  system: 'repairType',
  num: 'count',
  bins: {
    age: 'createTime',
    fact: { name: 'overWeek', label: ['过 7 天', 'Over 7 days'], short: ['过 7 天', 'over 7 d'], limit: 5 },
  },
  state: {
    now: { registerStatus: ['registered', 'dispatched', 'inService', 'waiting'] },
    before: { since: 'createTime', until: ['finishTime', 'closeTime', 'updateTime'] },
    oldestBy: 'createTime',
  },
});
