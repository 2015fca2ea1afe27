import { addDays, dayOf, daysBetween, englishDay } from '#kernel/language/days.ts';
import { must } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { less } from '#business/shared/money.rules.ts';
import { schemeEquipment } from '../parts/scheme-equipment.paper.ts';
import { refuse } from '../refusals.ts';
import type { Scheme } from './counters.server.ts';
import { recordChange } from './records.server.ts';
import { schemeHolds } from './scheme-followers.server.ts';

/** Refuse machines of another customer: a draft may have moved to another home after they were listed. */
async function assertOwnMachines(context: Context, of: Scheme): Promise<void> {
  const [foreign] = await context.sql.query(
    `select 1 from (select equipment_id from asschemeequipment where tenant_id = $1 and scheme_id = $2 and is_deleted = 0
       union all select equipment_id from asschemesupplies where tenant_id = $1 and scheme_id = $2 and is_deleted = 0) l
     join ${equipmentFacts} e on e.tenant_id = $1 and e.id = l.equipment_id and e.customer_id <> $3 limit 1`,
    [context.tenantId, of.id, of.customerId],
  );
  if (foreign) throw refuse.machineOfOtherHome();
}

/** Refuse to activate a contract without machines, with those of another customer, or without its money. */
async function assertReady(context: Context, of: Scheme): Promise<void> {
  const [machine] = await context.find(schemeEquipment, { schemeId: of.id }, { first: 1 });
  if (!machine) throw refuse.schemeWithoutMachine({ no: of.schemeNo });
  await assertOwnMachines(context, of);
  const isPaid = of.payStatus === 'paid' || of.payStatus === 'free';
  if (!isPaid && (await context.parameter('as.scheme.allowUnpaid')) !== 'true')
    throw refuse.schemeUnpaid({ no: of.schemeNo, open: less(of.price, of.paidAmount ?? '0') });
}

/** Note that a contract ends later, by the days for which it was suspended. */
const noteLater = (context: Context, of: Scheme, endDate: string, days: number): Promise<void> =>
  recordChange(context, of.id, {
    type: 'time',
    summary: [
      `结束日期${of.endDate ?? ''}改为${endDate}，顺延${days}天`,
      `End moved to ${englishDay(endDate)}, by ${days} suspended days`,
    ],
    before: { endDate: of.endDate },
    after: { endDate },
  });

/** Resume a suspended contract; `extend` adds the suspended days to its term. */
async function resume(context: Context, of: Scheme, extend: boolean): Promise<Partial<Scheme>> {
  const today = context.today();
  const days = extend && of.suspendTime ? daysBetween(dayOf(of.suspendTime), today) : 0;
  const endDate = addDays(must(of.endDate, 'endDate'), days);
  if (endDate < today) throw refuse.schemeOver({ no: of.schemeNo, day: endDate });
  if (days > 0) await noteLater(context, of, endDate, days);
  return { endDate, suspendReason: null, suspendTime: null, suspendedDays: (of.suspendedDays ?? 0) + days };
}

/** Activate a draft that is ready, or resume a suspended contract. */
export async function activate(
  context: Context,
  of: Scheme,
  { extend }: { readonly extend: boolean | null },
): Promise<Partial<Scheme>> {
  if (of.schemeStatus === 'suspended') return resume(context, of, extend === true);
  const endDate = must(of.endDate, 'endDate');
  if (endDate < context.today()) throw refuse.schemeOver({ no: of.schemeNo, day: endDate });
  await assertReady(context, of);
  return {};
}

/** Refuse to terminate a contract while an order of it is being served, or an open paper holds it. */
export async function assertTerminable(context: Context, of: Scheme): Promise<void> {
  const [busy] = await context.sql.query<{ no: string }>(
    `select r.registration_no as no from asregistrationscheme u join ${registrationFacts} r on r.tenant_id = u.tenant_id and r.id = u.registration_form_id
     where u.tenant_id = $1 and u.scheme_id = $2 and u.is_deleted = 0 and u.consume_status = 'locked' and r.register_status = 'inService' limit 1`,
    [context.tenantId, of.id],
  );
  if (busy) throw refuse.visitUnderWay({ no: busy.no });
  for (const { title, sql } of context.contributions(schemeHolds)) {
    const [held] = await context.sql.query<{ no: string }>(
      `select no from (${sql}) hold where scheme_id = $2 limit 1`,
      [context.tenantId, of.id],
    );
    if (held) throw refuse.schemeHeld({ what: title[0], whatEn: title[1], no: held.no });
  }
}

const CONTACT = ['contactName', 'contactPhone', 'address', 'preferredSlot', 'autoPush', 'remark'] as const;

/** Return the contact of a contract as it is changed, and note the change. A value that was not sent stays. */
export async function changeContact(
  context: Context,
  of: Scheme,
  input: { readonly [K in (typeof CONTACT)[number]]?: Scheme[K] | null },
): Promise<Partial<Scheme>> {
  const changed = Object.fromEntries(
    CONTACT.filter((name) => input[name] !== null && input[name] !== undefined && input[name] !== of[name]).map(
      (name) => [name, input[name]],
    ),
  ) as Partial<Scheme>;
  const names = Object.keys(changed);
  if (names.length)
    await recordChange(context, of.id, {
      type: 'contact',
      summary: ['修改联系信息', 'The contact was changed'],
      // Names of the changed fields only: their values are personal and stand in the contract.
      before: { fields: names },
      after: { fields: names },
    });
  return { ...changed, schemeStatus: of.schemeStatus };
}
