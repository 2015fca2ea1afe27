import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { completion } from '../completion/completion.paper.ts';

/** Completions that wait for the back office, as a list of the workbench. */
export const completionPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'completionsToCheck',
    sort: 80,
    label: ['完工待审', 'Completions to check'],
    paper: completion,
    by: 'pass',
    query: { completeStatus: 'submitted', ascs: 'endTime' },
    all: '/maintenance/check',
    when: 'came',
    who: 'customerName',
    words: 'maintenanceContent',
    moment: 'endTime',
  }),
];
