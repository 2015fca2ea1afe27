import { question } from '#kernel/language/rooms/service.ts';

/** Return the WeChat identity of a customer; null if the customer has bound none. */
export const wechatOfCustomer = question<{ readonly customerId: string }, string | null>('customer.wechat');

/** Does the customer accept advertising? Without a customer the phone decides: somebody with it agreed, nobody refused. */
export const acceptsAdvertising = question<{ readonly customerId: string | null; readonly phone: string }, boolean>(
  'customer.acceptsAdvertising',
);
