import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { completion } from '../completion/completion.paper.ts';

/** Completions that wait for the back office. */
export const completionPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'completionsToCheck',
    sort: 80,
    paper: completion,
    by: 'pass',
    query: { completeStatus: 'submitted', ascs: 'endTime' },
    who: 'customerName',
    words: 'maintenanceContent',
    when: 'endTime',
  }),
];
