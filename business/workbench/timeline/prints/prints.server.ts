import { material } from '#business/materials/items/material.paper.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { REVEAL } from '#kernel/language/permission.ts';
import {
  type CallInput,
  type Context,
  extension,
  InClear,
  type OwnCall,
  type Reading,
  row as refuseRow,
} from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { demandsOf } from '#business/completion/completion/demands.server.ts';
import type { ReviewFigure } from '#business/completion/review/review-case.rules.ts';
import { limitsOf, lookAt } from '#business/completion/review/look.server.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import type { CompletionPrint, DispatchPrint } from './answers.ts';

const companyOf = async (reading: Reading): Promise<string> =>
  (
    await reading.sql.query<{ name: string }>('select tenant_name as name from blade_tenant where tenant_id = $1', [
      reading.tenantId,
    ])
  )[0]?.name ?? '';

async function seenRow(reading: Reading, paper: AnyPaper, id: unknown): Promise<ReviewFigure> {
  const [row] = (await reading.readVisible(paper, { id: idFrom(String(id ?? '')) }, 1)) as ReviewFigure[];
  if (!row) throw refuseRow.missing({ title: paper.title });
  return row;
}

const EARLIER = 3;

async function dispatchPrint({ query }: CallInput, reading: Reading): Promise<DispatchPrint> {
  const form = await seenRow(reading, dispatchForm, query.id);
  const [order] = (await reading.readVisible(registration, { id: form.registrationFormId }, 1)) as ReviewFigure[];
  const earlier = order?.registerMainId
    ? ((
        await reading.page(registration, {
          registerMainId: order.registerMainId,
          descs: 'createTime',
          size: String(EARLIER + 1),
        })
      ).records as ReviewFigure[])
    : [];
  const demands = order ? await demandsOf(reading, await reading.get(registration, order.id)) : [];
  const hints = (Array.isArray(form.materialHint) ? form.materialHint : []) as {
    materialId?: string;
    qty?: string | number;
    reason?: string;
  }[];
  const names = new Map(
    (hints.length ? await reading.find(material, { id: hints.map((one) => String(one.materialId)) }, 50) : []).map(
      (one) => [one.id, one.itemName],
    ),
  );
  return {
    company: await companyOf(reading),
    form,
    order: order ?? null,
    machines: order
      ? ((await reading.readPartsOfVisible(
          registrationEquipment,
          { registrationFormId: order.id },
          50,
        )) as ReviewFigure[])
      : [],
    crew: (await reading.readPartsOfVisible(crewMember, { dispId: form.id, isCurrent: 'true' }, 20)) as ReviewFigure[],
    history: earlier.filter((one) => one.id !== order?.id).slice(0, EARLIER),
    checks: demands.map((one) => ({
      key: one.key,
      label: one.label,
      unit: String((one as { unit?: string }).unit ?? ''),
      limits: limitsOf(one),
    })),
    parts: hints.map((one) => ({
      name: names.get(String(one.materialId)) ?? '',
      qty: String(one.qty ?? ''),
      reason: one.reason ?? '',
    })),
  };
}

async function completionPrint({ query }: CallInput, reading: Reading): Promise<CompletionPrint> {
  const done = await seenRow(reading, completion, query.id);
  return {
    company: await companyOf(reading),
    ...(await lookAt(reading, String(done.dispatchListId))),
    completion: done,
  };
}

/** Counts a print and notes it; two people who press at once are counted twice. */
async function counted(
  context: Context,
  paper: AnyPaper,
  id: unknown,
): Promise<{ row: ReviewFigure; printCount: number }> {
  const row = await seenRow(context, paper, id);
  const before = (await context.lockRows(paper, [row.id]))[0] as unknown as { printCount: number | null };
  const printCount = (before.printCount ?? 0) + 1;
  await context.change(paper, row.id, { printCount } as never, ['打印', 'Printed']);
  return { row, printCount };
}

/** The number of the customer goes to the door in clear, for who may read it: the print itself is the line in the log. */
async function countDispatch({ body }: CallInput, context: Context): Promise<unknown> {
  const { row, printCount } = await counted(context, dispatchForm, body.id);
  const phone =
    context.may(REVEAL) && row.phone
      ? new InClear((await context.get(dispatchForm, row.id)).phone ?? null)
      : (row.phone ?? '');
  return { id: row.id, printCount, phone };
}

async function countCompletion({ body }: CallInput, context: Context): Promise<unknown> {
  const { row, printCount } = await counted(context, completion, body.id);
  return { id: row.id, printCount };
}

const dispatchPrints: readonly OwnCall[] = [
  {
    method: 'GET',
    path: 'printDetailsById',
    needs: 'view',
    query: ['id'],
    summary: ['派工单打印内容', 'Content of a printed dispatch form'],
    read: dispatchPrint,
  },
  {
    method: 'POST',
    path: 'updatePrintById',
    needs: 'view',
    summary: ['记录打印', 'Count a printed dispatch form'],
    write: countDispatch,
  },
];

const completionPrints: readonly OwnCall[] = [
  {
    method: 'GET',
    path: 'printDetailsById',
    needs: 'view',
    query: ['id'],
    summary: ['服务报告打印内容', 'Content of a printed report'],
    read: completionPrint,
  },
  {
    method: 'POST',
    path: 'updatePrintById',
    needs: 'view',
    summary: ['记录打印', 'Count a printed report'],
    write: countCompletion,
  },
];

/** Sheets of paper show several rooms at once: their calls come to the dispatch form and the completion from here. */
export const prints = [
  extension<typeof dispatchForm>(dispatchForm, { calls: dispatchPrints }),
  extension<typeof completion>(completion, { calls: completionPrints }),
];
