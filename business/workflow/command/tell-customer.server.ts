import { asText } from '#kernel/language/values.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { notifyCustomer } from '#business/messaging/notify.service.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { refuse } from '../refusals.ts';
import type { ProcessService } from './services.server.ts';

/**
 * Message scenes that a process may send. Scenes with an acceptance code are left out: only the step that checks the
 * code may send it.
 */
const SCENES = ['repair', 'appoint', 'depart', 'finish', 'delay', 'urge', 'answer', 'redo', 'pay'] as const;

const trimmed = (value: unknown): string => asText(value).trim();

/**
 * Notify a customer by the template of a scene, after the commit and once per visit of the node. Inputs other than
 * `customer` and `scene` fill placeholders of the template; `name` becomes the customer's name.
 */
export const customerService: ProcessService = {
  name: 'message.tellCustomer',
  title: ['通知客户', 'Tell a customer'],
  inputs: {
    customer: ['客户ID', 'Customer id'],
    scene: [`短信场景（${SCENES.join('、')}）`, `Scene (${SCENES.join(', ')})`],
    no: ['单号', 'Number'],
    from: ['时间', 'Time'],
  },
  async work(context, { customer: given, scene: named, ...places }, { executionId }) {
    const [id, scene] = [trimmed(given), SCENES.find((one) => one === trimmed(named))];
    if (!scene) throw refuse.noScene({ scene: trimmed(named) });
    const [row] = isId(id) ? await context.find(customer, { id }, { first: 1 }) : [];
    if (!row) throw refuse.noCustomer({ customer: id });
    await context.call(notifyCustomer, {
      scene,
      customerId: row.id,
      phone: row.phone,
      bizType: 'customer',
      bizId: row.id,
      variables: {
        name: row.customerName,
        ...Object.fromEntries(Object.entries(places).map(([name, value]) => [name, trimmed(value)])),
      },
      again: `flow ${executionId}`,
    });
    return undefined;
  },
};
