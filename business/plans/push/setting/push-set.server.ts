import type { Row } from '#kernel/language/paper.ts';
import { type App, type Context, behaviour } from '#kernel/server';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { refuse } from '../../refusals.ts';
import { pushSet } from './push-set.paper.ts';
import { stricter } from './stricter.rules.ts';

type Setting = Row<typeof pushSet>;

/** Most settings of one customer: one for each scene, and those of a customer merged into it. */
const MAX_OF_CUSTOMER = 200;

/** Return the customer or the contract of a setting, with its name. */
async function targetOf(context: Context, values: Setting, sent: string | null) {
  if (values.setLevel === 'tenant') return { customerId: null, schemeId: null, targetId: null, targetName: null };
  const isCustomer = values.setLevel === 'customer';
  const id = sent ?? (isCustomer ? values.customerId : values.schemeId);
  if (!id) throw refuse.settingNeedsTarget({ level: values.setLevel });
  const paper = isCustomer ? customer : scheme;
  await context.assertRight(paper, 'view', [id]);
  if (isCustomer) {
    const { customerName } = await context.get(customer, id);
    return { customerId: id, schemeId: null, targetId: id, targetName: customerName };
  }
  const { schemeNo, customerName } = await context.get(scheme, id);
  return { customerId: null, schemeId: id, targetId: id, targetName: `${schemeNo} ${customerName ?? ''}`.trim() };
}

/** After a merge of customers, keep the stricter of two settings of one scene. */
async function joinSettings(context: Context, customerId: string): Promise<void> {
  const rows = await context.find(pushSet, { customerId, setLevel: 'customer' }, { limit: MAX_OF_CUSTOMER });
  const locked = await context.lockRows(
    pushSet,
    rows.map(({ id }) => id),
  );
  const { customerName } = await context.get(customer, customerId);
  for (const same of Map.groupBy(locked, ({ pushScene }) => pushScene ?? '').values()) {
    const [first, ...others] = same.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
    for (const other of others) await context.remove(pushSet, other.id);
    const joined = others.reduce<Setting>(stricter, first);
    await context.change(pushSet, first.id, { ...joined, targetId: customerId, targetName: customerName });
  }
}

/** Follow merges of customers. */
export const listenForMerges = (app: App): void =>
  app.outbox.subscribe('customer.merged', (context, { data }) => joinSettings(context, String(data.into)));

export default behaviour<typeof pushSet>(pushSet, {
  async saving(context, { before, values, byHand }) {
    if (!byHand) return;
    const after = { ...before, ...values } as Setting;
    if (after.quietFrom === after.quietTo && after.quietFrom) throw refuse.quietAllDay();
    if (!after.quietFrom !== !after.quietTo) throw refuse.quietIncomplete();
    const sent = values.targetId && values.targetId !== before?.targetId ? values.targetId : null;
    return targetOf(context, after, sent);
  },
});
