import { answering } from '#kernel/server';
import { wechatOfCustomer } from '#business/messaging/customer.service.ts';
import { customer } from './customer.paper.ts';

export const wechatAnswer = answering(
  wechatOfCustomer,
  async (reading, { customerId }) =>
    (await reading.find(customer, { id: customerId }, { first: 1 }))[0]?.wechatUserId ?? null,
);
