import { relation } from '#kernel/server';
import { leaveForm } from './leave-form.paper.ts';

/** Fields that statements of other rooms read. */
export const leaveFormFacts = relation(leaveForm, [
  'leaveNo',
  'technicianId',
  'leaveType',
  'startTime',
  'endTime',
  'approveStatus',
]);
