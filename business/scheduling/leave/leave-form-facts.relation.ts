import { relation } from '#kernel/server';
import { leaveForm } from './leave-form.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const leaveFormFacts = relation(leaveForm, [
  'leaveNo',
  'technicianId',
  'leaveType',
  'startTime',
  'endTime',
  'approveStatus',
  'blocksNow',
]);
