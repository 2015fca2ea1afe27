import { question } from '#kernel/language/rooms/service.ts';

/** By what WeChat knows a customer; null where he is not bound to it. */
export const wechatOfCustomer = question<{ readonly customerId: string }, string | null>('customer.wechat');
