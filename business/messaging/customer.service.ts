import { question } from '#kernel/language/rooms/service.ts';

/** Return the WeChat identity of a customer; null if the customer has bound none. */
export const wechatOfCustomer = question<{ readonly customerId: string }, string | null>('customer.wechat');
