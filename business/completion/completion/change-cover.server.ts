import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import {
  type Cover,
  type CoverFees,
  coverFields,
  overrideCover,
  payersOf,
} from '#business/intake/cover/cover.rules.ts';
import { takeScheme } from '#business/intake/cover/take-scheme.service.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';
import type { completion } from './completion.paper.ts';

type Completion = Row<typeof completion>;

/**
 * Change the payer of parts and extra charges from the payer under the old cover to the payer under the new one. Parts
 * under part warranty stay free.
 */
async function linesFollow(context: Context, of: Completion, now: CoverFees): Promise<void> {
  const before = of.coverFees ?? payersOf(of.weibao);
  for (const line of before.material === now.material
    ? []
    : await context.find(completionSupply, { completionId: of.id, payer: before.material }, { limit: 500 })) {
    if (!line.partWarrantyUntil) await context.change(completionSupply, line.id, { payer: now.material });
  }
  if (before.other === now.other || (of.coverExplain && now.other !== 'customer')) return;
  for (const line of await context.find(completionCharge, { completionId: of.id }, { limit: 500 }))
    await context.change(completionCharge, line.id, { payer: now.other });
}

/**
 * Change the cover of finished work as a lead of customer service decides. The order, the repair request and the lines
 * get the new cover too. Return the values to store in the completion.
 */
export async function changeCover(
  context: Context,
  of: Completion,
  { weibao, reason, schemeId }: { weibao: Cover | null; reason: string | null; schemeId: string | null },
): Promise<Partial<Completion>> {
  if (!weibao || weibao === 'none') throw refuse.coverNotChosen();
  const under = await context.get(registration, must(of.registrationFormId, 'registrationFormId'));
  const fees = weibao === 'plan' ? { coverFees: await context.call(takeScheme, { order: under, schemeId }) } : {};
  const changed = { ...coverFields(overrideCover(weibao, reason ?? '')), ...fees };
  await linesFollow(context, of, changed.coverFees);
  const note = [`完工单${of.completionNo}改判`, `Decided anew with completion ${of.completionNo}`] as const;
  const order = await context.change(registration, under.id, changed, note);
  if (order.repairFormId) await context.change(repairForm, order.repairFormId, changed, note);
  // A fee that another party pays now is no longer charged to the customer; finance refunds what was paid.
  const labour = changed.coverFees.labor !== 'customer' && !of.coverExplain ? { laborFee: '0.00' } : {};
  return { ...changed, ...labour, weibaoProposed: null };
}
