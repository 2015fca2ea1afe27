import { urgesOfForm } from '../urge/count-urges.server.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { type Context, row as refuseRow } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { OPEN_REPAIR_STATES } from './duplicate.rules.ts';
import { repairAnnex } from './repair-annex.paper.ts';
import type { Form } from './intake.server.ts';
import { repairForm } from './repair-form.paper.ts';

const LONGEST = 2000;

function assertMayMerge(form: Form, target: Form): void {
  if (target.id === form.id) throw refuse.mergeIntoItself();
  if (!(OPEN_REPAIR_STATES as readonly string[]).includes(target.repairStatus))
    throw refuse.mergeTargetNotOpen({ no: target.repairNo });
  const sameCustomer = form.customerId !== null && form.customerId === target.customerId;
  const sameMachine = form.equipmentId !== null && form.equipmentId === target.equipmentId;
  if (!sameCustomer && !sameMachine) throw refuse.mergeOtherMatter({ no: target.repairNo });
}

/** Lock a form and its target, always in one order, so that two forms merged into each other do not deadlock. */
export async function lockBoth(
  context: Context,
  ids: readonly string[],
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const known = (await context.find(repairForm, { id: ids }, { limit: ids.length })).flatMap(
    (one) => one.duplicateOfId ?? [],
  );
  const target = String(input.duplicateOfId ?? '');
  await context.lockRows(repairForm, [...ids, ...known, ...(isId(target) ? [target] : [])]);
}

/** Merge a form into another one, which takes over its description and attachments and counts one urge more. */
export async function merge(
  context: Context,
  form: Form,
  input: { duplicateOfId: string | null },
): Promise<Partial<Form>> {
  const targetId = input.duplicateOfId ?? form.duplicateOfId;
  if (!targetId) throw refuse.duplicateTargetMissing();
  // Lock the target, so that it is not rejected or cancelled during the merge.
  const [target] = await context.lockRows(repairForm, [targetId]);
  if (!target) throw refuseRow.missing({ title: repairForm.title });
  assertMayMerge(form, target);
  for (const annex of await context.find(repairAnnex, { repairFormId: form.id }, { limit: 1000 }))
    await context.change(repairAnnex, annex.id, { repairFormId: target.id });
  // Count this form as an urge of the target too: it is in state `merged` only afterwards.
  const urgeCount = (await urgesOfForm(context, target.id)) + 1;
  const words = `${target.description}\n【${form.repairNo}】${form.description}`;
  await context.change(repairForm, target.id, { description: [...words].slice(0, LONGEST).join(''), urgeCount }, [
    `并入${form.repairNo}`,
    `${form.repairNo} merged in`,
  ]);
  return { duplicateOfId: target.id };
}
