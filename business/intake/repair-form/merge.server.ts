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

/** Both forms, in one order: two that go into each other do not wait for each other in a circle. */
export async function lockBoth(
  context: Context,
  ids: readonly string[],
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const known = (await context.find(repairForm, { id: ids }, { limit: ids.length })).flatMap(
    (one) => one.duplicateOfId ?? [],
  );
  const given = String(input.duplicateOfId ?? '');
  await context.lockRows(repairForm, [...ids, ...known, ...(isId(given) ? [given] : [])]);
}

/** The other form takes over words and annexes and counts one urge more: the customer has asked twice. */
export async function merge(
  context: Context,
  form: Form,
  input: { duplicateOfId: string | null },
): Promise<Partial<Form>> {
  const targetId = input.duplicateOfId ?? form.duplicateOfId;
  if (!targetId) throw refuse.duplicateTargetMissing();
  // Held: nobody rejects or cancels it while this one goes into it.
  const [target] = await context.lockRows(repairForm, [targetId]);
  if (!target) throw refuseRow.missing({ title: repairForm.title });
  assertMayMerge(form, target);
  for (const annex of await context.find(repairAnnex, { repairFormId: form.id }, { limit: 1000 }))
    await context.change(repairAnnex, annex.id, { repairFormId: target.id });
  const words = `${target.description}\n【${form.repairNo}】${form.description}`;
  await context.change(
    repairForm,
    target.id,
    { description: [...words].slice(0, LONGEST).join(''), urgeCount: (target.urgeCount ?? 0) + 1 },
    [`并入${form.repairNo}`, `${form.repairNo} merged in`],
  );
  return { duplicateOfId: target.id };
}
