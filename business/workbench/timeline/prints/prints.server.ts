import { REVEAL } from '#kernel/language/permission.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type Context, type Reading, extension, implement, inClear } from '#kernel/server';
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
import { companyName, countPrint, rowToPrint } from '#business/system/files/counted-print.server.ts';

const EARLIER = 3;

async function dispatchPrint(reading: Reading, id: string): Promise<DispatchPrint> {
  const form = await rowToPrint(reading, dispatchForm, id);
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
    company: await companyName(reading),
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
  const done = await rowToPrint(reading, completion, id);
  return {
    company: await companyName(reading),
    ...(await lookAt(reading, done.dispatchListId)),
    completion: done,
  };
}

/**
 * Count and log a print. Return the customer's phone in clear to readers who may see it. The log entry of the print is
 * also the record of this reveal.
 */
async function countDispatch(context: Context, id: string): Promise<CallAnswer<typeof countDispatchPrint>> {
  const { row, printCount } = await countPrint(context, dispatchForm, id);
  const phone =
    context.may(REVEAL) && row.phone
      ? inClear((await context.get(dispatchForm, row.id)).phone ?? null)
      : (row.phone ?? '');
  return { id: row.id, printCount, phone };
}

async function countCompletion(context: Context, id: string): Promise<CallAnswer<typeof countCompletionPrint>> {
  const { row, printCount } = await countPrint(context, completion, id);
  return { id: row.id, printCount };
}

/**
 * The calls of prints, added to dispatch form and completion. They are in this room because a sheet shows data of
 * several rooms.
 */
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
