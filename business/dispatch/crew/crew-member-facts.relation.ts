import { relation } from '#kernel/server';
import { crewMember } from './crew-member.paper.ts';

/** Columns of crew members that statements of other rooms may read. */
export const crewMemberFacts = relation(crewMember, [
  'dispId',
  'technicianId',
  'technicianName',
  'leaveTime',
  'isCurrent',
]);
