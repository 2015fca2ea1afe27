import { relation } from '#kernel/server';
import { dispatchForm } from './dispatch-form.paper.ts';

/** Columns of dispatch forms that statements of other rooms may read. */
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
