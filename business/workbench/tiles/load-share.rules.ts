import type { TeamLoad } from '../work.calls.ts';

/** How full a team is: 1 is full. A team that has work and nobody there is over full. */
export const loadShare = ({ minutes, capacityMinutes }: Pick<TeamLoad, 'minutes' | 'capacityMinutes'>): number =>
  capacityMinutes > 0 ? minutes / capacityMinutes : minutes > 0 ? 2 : 0;
