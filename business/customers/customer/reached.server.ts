import { answering } from '#kernel/server';
import { acceptsAdvertising, wechatOfCustomer } from '#business/messaging/customer.service.ts';
import { customer } from './customer.paper.ts';

export const wechatAnswer = answering(
  wechatOfCustomer,
  async (reading, { customerId }) =>
    (await reading.find(customer, { id: customerId }, { first: 1 }))[0]?.wechatUserId ?? null,
);

export const advertisingAnswer = answering(acceptsAdvertising, async (reading, { customerId, phone }) => {
  const [{ accepts }] = await reading.sql.query<{ accepts: boolean | null }>(
    `select bool_and(c.receive_marketing is true) as accepts from ascustomer c
     where c.tenant_id = $1 and c.is_deleted = 0 and ${customerId ? 'c.id = $2::bigint' : 'c.phone = $2'}`,
    [reading.tenantId, customerId ?? phone],
  );
  return accepts === true;
});
