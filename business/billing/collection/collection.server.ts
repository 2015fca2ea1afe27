import { isEmpty } from '#kernel/fields/kind.ts';
import type { Label } from '#kernel/language/label.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { behaviour, type Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { settledPiece } from '#business/completion/completion/piece.service.ts';
import { addUp } from '#business/completion/completion/totals.server.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { collectType } from '../dictionaries.ts';
import { isMore, less, sumOfAmounts } from '#business/shared/money.rules.ts';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import { refuse } from '../refusals.ts';
import { assertSchemeMoney } from './scheme-money.service.ts';
import { informOfApproval } from './collection-followers.server.ts';
import { financeCalls } from '../board/finance.server.ts';
import { collectionCalls } from './collection-calls.server.ts';
import { assertMonthOpen, cancelInvoice, lockInvoiced, undoInvoice, writeInvoice } from './invoicing.server.ts';
import { collection } from './collection.paper.ts';

type Collection = Row<typeof collection>;
type Completion = Row<typeof completion>;

/**
 * Return the fee of the completion that a collection of this type pays. Types other than labour, material and mileage
 * share the other fees.
 */
const feeOf = (header: Completion, type: Collection['collectType']): string =>
  (
    ({ labor: header.laborFee, material: header.materialFee, mileage: header.mileageFee }) as Record<
      string,
      string | null
    >
  )[type] ??
  header.otherFee ??
  '0.00';
const inOther = (type: Collection['collectType']): boolean => !['labor', 'material', 'mileage'].includes(type);

const rowsOf = (context: Context, completionId: string): Promise<Collection[]> =>
  context.find(collection, { completionId }, { limit: 1000 });

/** Refuse a collection whose receivable amount exceeds what its fee leaves after the other collections of that fee. */
async function assertWithinFee(context: Context, row: Collection, id: string | null): Promise<void> {
  if (!row.completionId) return;
  // Each writer of a collection locks its completion first, so the sum cannot change meanwhile.
  const header = await context.get(completion, row.completionId);
  const others = (await rowsOf(context, row.completionId)).filter(
    (one) =>
      one.id !== id && (one.collectType === row.collectType || (inOther(one.collectType) && inOther(row.collectType))),
  );
  const left = less(feeOf(header, row.collectType), sumOfAmounts(others.map((one) => one.receivableAmount)));
  const [zh, en] = collectType.items[row.collectType];
  if (isMore(row.receivableAmount, left)) throw refuse.feeExceeded({ fee: zh, feeEn: en, left });
}

/**
 * Refuse a collection for a completion and a contract at once, and a contract fee without a contract. A contract decides
 * by itself what it takes.
 */
async function assertOneMatter(context: Context, row: Collection, id: string | null): Promise<void> {
  if (row.schemeId && row.completionId) throw refuse.completionOrScheme();
  if (row.schemeId) return context.call(assertSchemeMoney, { row, id });
  if (row.collectType === 'scheme' && !isMore('0', row.amount))
    throw refuse.schemeFeeNeedsScheme({
      fields: [{ field: 'schemeId', words: ['请选择维保方案', 'Choose the service contract'] }],
    });
}

/** Refuse a refund that names no original collection of the customer, or exceeds what is left of it. */
async function assertRefund(context: Context, row: Collection, id: string | null): Promise<void> {
  if (!isMore('0', row.amount)) return;
  if (!row.originCollectId) throw refuse.refundWithoutOrigin();
  await context.lock(`refund ${row.originCollectId}`);
  const origin = await context.get(collection, row.originCollectId);
  if (origin.customerId !== row.customerId) throw refuse.refundOther();
  const others = (await context.find(collection, { originCollectId: origin.id }, { limit: 1000 })).filter(
    (one) => one.id !== id,
  );
  const left = sumOfAmounts([origin.amount, ...others.map((one) => one.amount)]);
  if (isMore(row.amount.slice(1), left)) throw refuse.refundExceeded({ left });
}

/** Refuse to lower a collection below its refunds. The lock makes concurrent refunds of it wait. */
async function assertAboveRefunds(context: Context, row: Collection, before: Collection | null): Promise<void> {
  if (!before || (row.amount === before.amount && row.customerId === before.customerId)) return;
  await context.lock(`refund ${before.id}`);
  const refunds = await context.find(collection, { originCollectId: before.id }, { limit: 1000 });
  if (!refunds.length) return;
  if (row.customerId !== before.customerId) throw refuse.refundOther();
  const left = sumOfAmounts([row.amount, ...refunds.map((one) => one.amount)]);
  if (isMore('0', left))
    throw refuse.belowRefunds({ refunded: less('0', sumOfAmounts(refunds.map((one) => one.amount))) });
}

/** Refuse refunds and amounts above the receivable one, unless finance writes them with a reason. */
function assertFinance(context: Context, row: Collection, before: Collection | null): void {
  const over = (one: Collection): boolean => isMore('0', one.amount) || isMore(one.amount, one.receivableAmount);
  if (
    !over(row) ||
    (before && over(before) && before.amount === row.amount && before.receivableAmount === row.receivableAmount)
  )
    return;
  if (!context.may('ascollectdetaileds_approve')) throw refuse.financeOnly();
  context.why();
}

const isSubmitted = (header: Completion): boolean => !['draft', 'refill'].includes(header.completeStatus);
const completionsOf = (rows: readonly Collection[]): string[] =>
  [...new Set(rows.flatMap((row) => row.completionId ?? []))].toSorted();

/** Is the completion submitted already, so that a change of its money comes late? */
async function isLate(context: Context, completionId: string | null): Promise<boolean> {
  return Boolean(completionId) && isSubmitted(await context.get(completion, completionId!));
}

/**
 * Notify finance about a collection that was changed after the completion, is a refund, or exceeds the receivable
 * amount.
 */
async function tellFinance(context: Context, row: Collection, what: Label): Promise<void> {
  const isOdd = isMore('0', row.amount) || isMore(row.amount, row.receivableAmount);
  if (!isOdd && !(await isLate(context, row.completionId))) return;
  await context.call(sendNotice, {
    to: [],
    roles: ['as_finance'],
    kind: 'system',
    title: [`收款${row.collectNo}${what[0]}`, `Collection ${row.collectNo} ${what[1]}`],
    content: [
      `${row.customerName}，实收${row.amount}元。${context.givenReason ?? ''}`,
      `${row.customerName}, CNY ${row.amount} received. ${context.givenReason ?? ''}`,
    ],
    about: { paper: collection.name, id: row.id, caption: row.collectNo },
    again: `${row.id}#${row.version}#${what[1]}`,
  });
}

/**
 * Return dispatch form, registration and technician of a collection: those of its completion, unless it names others.
 */
const ofJob = (row: Collection, header: Completion): Partial<Collection> => ({
  dispId: row.dispId ?? header.dispId,
  registrationFormId: row.registrationFormId ?? header.registrationFormId,
  technicianId: row.technicianId ?? header.technicianId,
});

/** Return the values that a collection derives from its customer, completion and payment method. */
async function filled(context: Context, row: Collection, before: Collection | null): Promise<Partial<Collection>> {
  const header = row.completionId ? await context.get(completion, row.completionId) : null;
  const way = await context.get(paymentType, row.paymentTypeId);
  const person = row.customerId === before?.customerId ? null : await context.get(customer, row.customerId);
  return {
    ...(person && { customerName: person.customerName }),
    ...(header && ofJob(row, header)),
    // A new collection belongs to the department of the completion, not to that of its writer.
    ...(header && !before && { createDept: header.createDept }),
    ...(before ? {} : { printCount: 0 }),
    ...(row.paymentTypeId === before?.paymentTypeId
      ? {}
      : { transmitStatus: way.needTransmit ? ('none' as const) : ('notNeeded' as const) }),
  };
}

const frozen = [
  'customerId',
  'completionId',
  'schemeId',
  'paymentTypeId',
  'receivableAmount',
  'amount',
  'collectType',
  'technicianId',
  'originCollectId',
] as const;
const hasMoved = (row: Collection): boolean => row.transmitStatus === 'transmitted' || row.invoiceStatus === 'invoiced';

/** Return a collection as it will be stored, without empty references. */
const wholeOf = (before: Collection | null, values: Partial<Collection>): Collection =>
  ({
    ...before,
    ...values,
    completionId: (values.completionId ?? before?.completionId) || null,
    schemeId: (values.schemeId ?? before?.schemeId) || null,
  }) as Collection;

/** Refuse to change what a collection is about once it was handed over or invoiced. */
function assertNotFrozen(before: Collection | null, values: Partial<Collection>): void {
  if (!before || !hasMoved(before)) return;
  if (frozen.some((name) => values[name] !== undefined && values[name] !== before[name]))
    throw refuse.alreadyOnTrack({ no: before.collectNo });
}

/** Write the sum of the collections to their completion and its registration. */
async function tellCompletion(
  context: Context,
  completionId: string | null,
  without: readonly Collection[] = [],
): Promise<void> {
  if (!completionId) return;
  const header = await context.get(completion, completionId);
  const gone = new Set(without.map((one) => one.id));
  const practicalAmount = sumOfAmounts(
    (await rowsOf(context, completionId)).filter((one) => !gone.has(one.id)).map((one) => one.amount),
  );
  if (header.practicalAmount === practicalAmount) return;
  await context.change(completion, completionId, { practicalAmount });
  await addUp(context, header.registrationFormId);
}

const userOf = async (context: Context, row: Collection): Promise<string | null> =>
  row.technicianId ? (await context.get(technician, row.technicianId)).userId : null;

async function assertApprovable(context: Context, row: Collection): Promise<void> {
  const way = await context.get(paymentType, row.paymentTypeId);
  if (row.transmitStatus === 'none') throw refuse.notHandedOver({ no: row.collectNo });
  if (way.needVoucher && isEmpty(row.voucherFiles)) throw refuse.voucherMissing({ no: row.collectNo });
  if (!row.completionId) return;
  const header = await context.get(completion, row.completionId);
  const rows = sumOfAmounts((await rowsOf(context, row.completionId)).map((one) => one.amount));
  if (rows !== sumOfAmounts([header.practicalAmount]))
    throw refuse.amountsDisagree({ no: header.completionNo, header: header.practicalAmount ?? '0.00', rows });
}

/** Refuse to revoke an approval in a closed month, or one that a settled piece or a refund depends on. */
async function assertRevocable(context: Context, row: Collection): Promise<void> {
  await assertMonthOpen(context, row.approvalTime);
  const settled = row.completionId ? await context.ask(settledPiece, { completionId: row.completionId }) : null;
  if (settled) throw refuse.pieceSettled({ no: settled });
  if ((await context.find(collection, { originCollectId: row.id }, { first: 1 })).length) throw refuse.hasRefund();
}

async function unapproved(context: Context, row: Collection): Promise<Partial<Collection>> {
  await assertRevocable(context, row);
  return { approvalUser: null, approvalTime: null };
}

export default behaviour<typeof collection>(collection, {
  async saving(context, { before, values, byHand }) {
    const row = wholeOf(before, values);
    assertNotFrozen(before, values);
    if (byHand) assertFinance(context, row, before);
    await assertOneMatter(context, row, before?.id ?? null);
    await assertWithinFee(context, row, before?.id ?? null);
    await assertRefund(context, row, before?.id ?? null);
    await assertAboveRefunds(context, row, before);
    return filled(context, row, before);
  },
  async saved(context, { before, row, byHand }) {
    if (byHand) await tellFinance(context, row, before ? ['已修改', 'was changed'] : ['已补录', 'was added']);
    await tellCompletion(context, row.completionId);
    if (before?.completionId && before.completionId !== row.completionId)
      await tellCompletion(context, before.completionId);
  },
  async staying(context, rows) {
    const late = new Set<string | null>(
      (await context.find(completion, { id: completionsOf(rows) }, { limit: rows.length }))
        .filter(isSubmitted)
        .map((one) => one.id),
    );
    const why = (row: Collection): Refusal | null =>
      hasMoved(row) || row.invoiceStatus !== 'none'
        ? refuse.alreadyOnTrack({ no: row.collectNo })
        : late.has(row.completionId)
          ? refuse.completionClosed()
          : null;
    return new Map(
      rows.flatMap((row) => {
        const stays = why(row);
        return stays ? [[row.id, stays]] : [];
      }),
    );
  },
  async leaving(context, rows) {
    for (const id of completionsOf(rows)) await tellCompletion(context, id, rows);
  },
  restoring: (context, row) => assertWithinFee(context, row, row.id),
  actions: {
    async handOver(context, row) {
      if (sumOfAmounts([row.amount]) === '0.00') throw refuse.nothingToHandOver();
      if ((await userOf(context, row)) === context.person.id) throw refuse.ownCash();
      return { transmitUser: context.person.id, transmitTime: context.now() };
    },
    async undoHandOver(_context, row) {
      if (row.approvalStatus === 'approved') throw refuse.approvedSince({ no: row.collectNo });
      return { transmitUser: null, transmitTime: null };
    },
    async approve(context, row) {
      await assertApprovable(context, row);
      return { approvalUser: context.person.id, approvalTime: context.now() };
    },
    undoApproval: unapproved,
    cancelApproval: unapproved,
  },
  moved: informOfApproval,
  first: { cancelInvoice: lockInvoiced, undoInvoice: lockInvoiced },
  together: { invoice: writeInvoice, cancelInvoice, undoInvoice },
  calls: [...collectionCalls, ...financeCalls],
});
