import Big from 'big.js';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { hasOpenRest, receivableOf } from '../money.rules.ts';
import { receivedFor } from './collections.service.ts';
import { completion } from './completion.paper.ts';

type Completion = Row<typeof completion>;

/** Return the amounts of a completion, computed from lines, kilometres and collections. */
async function sums(
  context: Context,
  of: Completion,
): Promise<
  Pick<Completion, 'materialFee' | 'mileageFee' | 'otherFee' | 'receivableAmount' | 'practicalAmount' | 'unpaidReason'>
> {
  const [lines] = await context.sql.query<{ material: string; fee: string }>(
    `select (select coalesce(sum(amount) filter (where payer = 'customer'), 0)::text from ascompletionsupplies where tenant_id = $1 and completion_id = $2 and is_deleted = 0) as material,
      (select coalesce(sum(amount), 0)::text from ascompletioncharge where tenant_id = $1 and completion_id = $2 and is_deleted = 0 and coalesce(payer, 'customer') = 'customer') as fee`,
    [context.tenantId, of.id],
  );
  const paid = await context.ask(receivedFor, { completionId: of.id });
  const price = (await context.parameter('as.mileage.feePrice')) || '0';
  const payer = (of.coverFees as { mileage?: string } | null)?.mileage ?? 'customer';
  const mileageFee = payer === 'customer' ? new Big(of.mileageKm || '0').times(price || '0').toFixed(2) : '0.00';
  const materialFee = new Big(lines.material).toFixed(2);
  const otherFee = new Big(lines.fee).toFixed(2);
  const receivableAmount = receivableOf({ ...of, materialFee, mileageFee, otherFee });
  const practicalAmount = new Big(paid).toFixed(2);
  // If nothing is open any more, the reason for an open amount is cleared.
  return {
    materialFee,
    mileageFee,
    otherFee,
    receivableAmount,
    practicalAmount,
    unpaidReason: hasOpenRest(receivableAmount, practicalAmount) ? of.unpaidReason : null,
  };
}

/** Compute the amounts of a completion and of its registration again, and store those that changed. */
export async function recount(context: Context, completionId: string): Promise<Completion> {
  const of = await context.get(completion, completionId);
  const fresh = await sums(context, of);
  const row = Object.entries(fresh).some(([name, value]) => of[name as keyof Completion] !== value)
    ? await context.change(completion, completionId, fresh)
    : of;
  await addUp(context, row.registrationFormId);
  return row;
}

/** Store the sums of a registration over its completions, without those to be redone. */
export async function addUp(context: Context, registrationFormId: string | null): Promise<void> {
  if (!registrationFormId) return;
  const [total] = await context.sql.query<{ receivable: string; practical: string }>(
    `select coalesce(sum(receivable_amount), 0)::text as receivable, coalesce(sum(practical_amount), 0)::text as practical from ascompletionregistration
    where tenant_id = $1 and registration_form_id = $2 and is_deleted = 0 and complete_status <> 'redone'`,
    [context.tenantId, registrationFormId],
  );
  const [order] = await context.find(registration, { id: registrationFormId }, { first: 1 });
  const [receivableTotal, practicalTotal] = [new Big(total.receivable).toFixed(2), new Big(total.practical).toFixed(2)];
  if (order && (order.receivableTotal !== receivableTotal || order.practicalTotal !== practicalTotal))
    await context.change(registration, order.id, { receivableTotal, practicalTotal });
}
