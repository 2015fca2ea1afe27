import { relation } from '#kernel/server';
import { customer } from './customer.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const customerFacts = relation(customer, [
  'customerName',
  'customerLevel',
  'lastServiceTime',
  'phone',
  'phone2',
  'premisesId',
  'customerServiceTeam',
  'blockedTechnicianIds',
  'receiveMarketing',
  'wechatUserId',
]);
