import type { TeamLoad } from '../work.calls.ts';

/** Return planned work as a share of a team's capacity; 1 is full. With work but no capacity it is 2, overloaded. */
export const loadShare = ({ minutes, capacityMinutes }: Pick<TeamLoad, 'minutes' | 'capacityMinutes'>): number =>
  capacityMinutes > 0 ? minutes / capacityMinutes : minutes > 0 ? 2 : 0;
