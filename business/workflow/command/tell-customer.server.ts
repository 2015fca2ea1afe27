import { customer } from '#business/customers/customer/customer.paper.ts';
import { notifyCustomer } from '#business/messaging/notify.service.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { refuse } from '../refusals.ts';
import type { ProcessService } from './services.server.ts';

/** Scenes whose templates say something by themselves; a code is for the step that checks it. */
const SCENES = ['repair', 'appoint', 'depart', 'finish', 'delay', 'urge', 'answer', 'redo', 'pay'] as const;

const text = (value: unknown): string => String(value ?? '').trim();

/**
 * Tells a customer by the template of a scene, after the commit and once a visit of the node. What is given besides customer and scene
 * fills the places of the template; `name` is how the customer is called.
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
    const [id, scene] = [text(given), SCENES.find((one) => one === text(named))];
    if (!scene) throw refuse.noScene({ scene: text(named) });
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
        ...Object.fromEntries(Object.entries(places).map(([name, value]) => [name, text(value)])),
      },
      again: `flow ${executionId}`,
    });
    return undefined;
  },
};
