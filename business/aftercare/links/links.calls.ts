import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';

/** A link that was made for the customer of an order. Its address is unknown: only its hash is stored. */
const customerLink = record({
  created: anyText,
  until: anyText,
  opened: nullable(anyText),
  seen: nullable(anyText),
  uses: anyNumber,
  isLiving: yesOrNo,
});

const order = id(['登记单', 'Work order'], { required: true });

/** Returns the links of an order, newest first. */
export const readLinks = call(registration, 'customerLinks', {
  method: 'GET',
  needs: 'view',
  title: ['客户链接', 'Links for the customer'],
  query: { id: order },
  answer: record({ hasAddress: yesOrNo, links: list(customerLink) }),
});

/** Makes a fresh link. The answer is the only time that its address is shown. */
export const makeLink = call(registration, 'makeCustomerLink', {
  method: 'POST',
  needs: 'submit',
  title: ['生成客户链接', 'Make a link for the customer'],
  body: { id: order },
  answer: record({ address: anyText }),
});

/** Revokes all links of an order. */
export const revokeLinks = call(registration, 'revokeCustomerLinks', {
  method: 'POST',
  needs: 'submit',
  title: ['作废客户链接', 'Revoke the links for the customer'],
  body: { id: order },
  answer: record({ count: anyNumber }),
});
