import { relation } from '#kernel/server';
import { crewMember } from './crew-member.paper.ts';

/** Fields that statements of other rooms read. */
export const crewMemberFacts = relation(crewMember, [
  'dispId',
  'technicianId',
  'technicianName',
  'leaveTime',
  'isCurrent',
]);
