import { relation } from '#kernel/server';
import { customer } from './customer.paper.ts';

/** Fields that statements of other rooms read. */
export const customerFacts = relation(customer, [
  'customerLevel',
  'phone',
  'phone2',
  'premisesId',
  'customerServiceTeam',
  'blockedTechnicianIds',
]);
