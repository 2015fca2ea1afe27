import { REVEAL } from '#kernel/language/permission.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { AnsweredRow, Shown } from '#kernel/language/calls/shape.ts';
import { type Context, type Reading, extension, implement, inClear, row as refuseRow } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { demandsOf } from '#business/completion/completion/demands.server.ts';
import { limitsOf, lookAt } from '#business/completion/review/look.server.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import {
  type CompletionPrint,
  type DispatchPrint,
  countCompletionPrint,
  countDispatchPrint,
  printCompletion,
  printDispatch,
} from './prints.calls.ts';
import { tenantFacts } from '#business/system/tenants/tenant-facts.relation.ts';

const companyOf = async (reading: Reading): Promise<string> =>
  (
    await reading.sql.query<{ name: string }>(`select tenant_name as name from ${tenantFacts} where tenant_id = $1`, [
      reading.tenantId,
    ])
  )[0]?.name ?? '';

type Printed = typeof dispatchForm | typeof completion;

async function seenRow<P extends Printed>(reading: Reading, paper: P, id: string): Promise<Shown<P>> {
  const [row] = await reading.visible(paper, { query: { id } }).words({ first: 1 });
  if (!row) throw refuseRow.missing({ title: paper.title });
  return row;
}

const EARLIER = 3;

async function dispatchPrint(reading: Reading, id: string): Promise<DispatchPrint> {
  const form = await seenRow(reading, dispatchForm, id);
  const [order] = await reading.visible(registration, { query: { id: form.registrationFormId } }).words({ first: 1 });
  const earlier = order?.registerMainId
    ? (
        await reading.visible(registration).page({
          registerMainId: order.registerMainId,
          descs: 'createTime',
          size: String(EARLIER + 1),
        })
      ).records
    : [];
  const demands = order ? await demandsOf(reading, await reading.get(registration, order.id)) : [];
  const hints = form.materialHint || [];
  const names = new Map(
    (hints.length ? await reading.find(material, { id: hints.map((one) => one.materialId) }, { limit: 50 }) : []).map(
      (one) => [one.id, one.itemName],
    ),
  );
  return {
    company: await companyOf(reading),
    form,
    order: order ?? null,
    machines: order
      ? await reading
          .visible(registrationEquipment, { query: { registrationFormId: order.id }, partOf: order })
          .words({ limit: 50 })
      : [],
    crew: await reading
      .visible(crewMember, { query: { dispId: form.id, isCurrent: 'true' }, partOf: form })
      .words({ limit: 20 }),
    history: earlier.filter((one) => one.id !== order?.id).slice(0, EARLIER),
    checks: demands.map((one) => ({
      key: one.key,
      label: one.label,
      unit: one.unit ?? '',
      limits: limitsOf(one),
    })),
    parts: hints.map((one) => ({
      name: names.get(String(one.materialId)) ?? '',
      qty: String(one.qty ?? ''),
      reason: one.reason ?? '',
    })),
  };
}

async function completionPrint(reading: Reading, id: string): Promise<CompletionPrint> {
  const done = await seenRow(reading, completion, id);
  return {
    company: await companyOf(reading),
    ...(await lookAt(reading, done.dispatchListId)),
    completion: done,
  };
}

/** Counts a print and notes it; two people who press at once are counted twice. */
async function counted<P extends Printed>(
  context: Context,
  paper: P,
  id: string,
): Promise<{ row: AnsweredRow<P>; printCount: number }> {
  const row = await seenRow(context, paper, id);
  const [before] = await context.lockRows<Printed>(paper, [row.id]);
  const printCount = (before.printCount ?? 0) + 1;
  await context.change<Printed>(paper, row.id, { printCount }, ['打印', 'Printed']);
  return { row, printCount };
}

/** The number of the customer goes to the door in clear, for who may read it: the print itself is the line in the log. */
async function countDispatch(context: Context, id: string): Promise<CallAnswer<typeof countDispatchPrint>> {
  const { row, printCount } = await counted(context, dispatchForm, id);
  const phone =
    context.may(REVEAL) && row.phone
      ? inClear((await context.get(dispatchForm, row.id)).phone ?? null)
      : (row.phone ?? '');
  return { id: row.id, printCount, phone };
}

async function countCompletion(context: Context, id: string): Promise<CallAnswer<typeof countCompletionPrint>> {
  const { row, printCount } = await counted(context, completion, id);
  return { id: row.id, printCount };
}

/** Sheets of paper show several rooms at once: their calls come to the dispatch form and the completion from here. */
export const prints = [
  extension<typeof dispatchForm>(dispatchForm, {
    calls: [
      implement(printDispatch, { read: ({ id }, reading) => dispatchPrint(reading, id) }),
      implement(countDispatchPrint, { write: ({ id }, context) => countDispatch(context, id) }),
    ],
  }),
  extension<typeof completion>(completion, {
    calls: [
      implement(printCompletion, { read: ({ id }, reading) => completionPrint(reading, id) }),
      implement(countCompletionPrint, { write: ({ id }, context) => countCompletion(context, id) }),
    ],
  }),
];
