import { relation } from '#kernel/server';
import { dispatchForm } from './dispatch-form.paper.ts';

/** Fields that statements of other rooms read. */
export const dispatchFormFacts = relation(dispatchForm, [
  'dispNo',
  'registrationFormId',
  'customerName',
  'premisesId',
  'customerServiceTeam',
  'materialHint',
  'dispatchStatus',
  'arriveTime',
  'finishTime',
]);
