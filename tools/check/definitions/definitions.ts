import { loadRooms } from './all-rooms.ts';
import type { Check } from '../check.ts';
import { identityFaults } from './identity-faults.ts';
import { lifecycleFaults } from './lifecycle-faults.ts';
import { paperFaults, sharedNames } from './paper-faults.ts';
import { pageFaults, titleFaults } from './title-faults.ts';
import { toneFaults } from './tone-faults.ts';
import { definitionsSelfTest } from '../self-tests/definitions.ts';

/** Checks that every name in a definition exists, and that no paper can get stuck in its lifecycle. */
export const definitions: Check = {
  name: 'definitions are sound',
  selfTest: definitionsSelfTest,
  async look(tree) {
    const rooms = await loadRooms(tree);
    const papers = rooms.flatMap((room) => room.papers);
    const problems = [
      ...sharedNames(papers),
      ...rooms.flatMap((room) => room.dictionaries).flatMap(toneFaults),
      ...papers.flatMap(titleFaults),
      ...identityFaults(papers),
      ...rooms.flatMap((room) => pageFaults(room, papers)),
      ...papers.flatMap((paper) => [...paperFaults(paper, rooms), ...lifecycleFaults(paper, rooms)]),
    ];
    return { files: papers.length, problems };
  },
};
