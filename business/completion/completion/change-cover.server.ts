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
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';
import type { completion } from './completion.paper.ts';

type Completion = Row<typeof completion>;

/** Parts that were paid as the old cover had it, and what came up at the door, go over to who pays them now. Parts under their own warranty stay free. */
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

/** A lead decides who pays what was done; order, repair form and lines follow. */
export async function changeCover(
  context: Context,
  of: Completion,
  { weibao, reason }: { weibao: Cover | null; reason: string | null },
): Promise<Partial<Completion>> {
  if (!weibao || weibao === 'none') throw refuse.coverNotChosen();
  const changed = coverFields(overrideCover(weibao, reason ?? ''));
  await linesFollow(context, of, changed.coverFees);
  const note = [`完工单${of.completionNo}改判`, `Decided anew with completion ${of.completionNo}`] as const;
  const order = await context.change(registration, must(of.registrationFormId, 'registrationFormId'), changed, note);
  if (order.repairFormId) await context.change(repairForm, order.repairFormId, changed, note);
  // What another pays now is no more asked of the customer; what he gave already is finance's to give back.
  const labour = changed.coverFees.labor !== 'customer' && !of.coverExplain ? { laborFee: '0.00' } : {};
  return { ...changed, ...labour, weibaoProposed: null };
}
