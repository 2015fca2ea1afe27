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
import { financeCalls } from '../board/finance.server.ts';
import { collectionCalls } from './collection-calls.server.ts';
import { assertMonthOpen, cancelInvoice, lockInvoiced, undoInvoice, writeInvoice } from './invoicing.server.ts';
import { collection } from './collection.paper.ts';

type Collection = Row<typeof collection>;
type Completion = Row<typeof completion>;

/** The fee of a completion that a row is a part of: work at height, call-outs, empty runs and what was charged at the door stand in the other fees. */
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

/** The parts of a fee never add up to more than the fee. */
async function assertWithinFee(context: Context, row: Collection, id: string | null): Promise<void> {
  if (!row.completionId) return;
  // Whoever writes a row of a completion holds the completion.
  const header = await context.get(completion, row.completionId);
  const others = (await rowsOf(context, row.completionId)).filter(
    (one) =>
      one.id !== id && (one.collectType === row.collectType || (inOther(one.collectType) && inOther(row.collectType))),
  );
  const left = less(feeOf(header, row.collectType), sumOfAmounts(others.map((one) => one.receivableAmount)));
  const [zh, en] = collectType.items[row.collectType];
  if (isMore(row.receivableAmount, left)) throw refuse.feeExceeded({ fee: zh, feeEn: en, left });
}

/** A refund names what it takes back, and takes no more than that. */
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

/** Refuse an amount below what was given back of the row; refunds of it wait for the same lock. */
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

/** What is given back, and what is taken above what was asked for, is finance's, who says why. */
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

/** Is it late: written after its completion was submitted? */
async function isLate(context: Context, completionId: string | null): Promise<boolean> {
  return Boolean(completionId) && isSubmitted(await context.get(completion, completionId!));
}

/** Finance hears of money that was changed after the completion, given back, or taken above what was asked for. */
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

/** A row of a completion is of its dispatch form and registration, and taken by its technician, unless it says otherwise. */
const ofJob = (row: Collection, header: Completion): Partial<Collection> => ({
  dispId: row.dispId ?? header.dispId,
  registrationFormId: row.registrationFormId ?? header.registrationFormId,
  technicianId: row.technicianId ?? header.technicianId,
});

/** What follows from the customer, the job and the way of payment. */
async function filled(context: Context, row: Collection, before: Collection | null): Promise<Partial<Collection>> {
  const header = row.completionId ? await context.get(completion, row.completionId) : null;
  const way = await context.get(paymentType, row.paymentTypeId);
  const person = row.customerId === before?.customerId ? null : await context.get(customer, row.customerId);
  return {
    ...(person && { customerName: person.customerName }),
    ...(header && ofJob(row, header)),
    // It belongs to whom the job belongs to, not to the department of whoever wrote it.
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
  'paymentTypeId',
  'receivableAmount',
  'amount',
  'collectType',
  'technicianId',
  'originCollectId',
] as const;
const hasMoved = (row: Collection): boolean => row.transmitStatus === 'transmitted' || row.invoiceStatus === 'invoiced';

/** The amounts of a completion, and of its registration, are those of its rows. */
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

/** An approval is taken back only while nothing was built on it. */
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
    const row = {
      ...before,
      ...values,
      completionId: (values.completionId ?? before?.completionId) || null,
    } as Collection;
    if (
      before &&
      hasMoved(before) &&
      frozen.some((name) => values[name] !== undefined && values[name] !== before[name])
    )
      throw refuse.alreadyOnTrack({ no: before.collectNo });
    if (byHand) assertFinance(context, row, before);
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
  first: { cancelInvoice: lockInvoiced, undoInvoice: lockInvoiced },
  together: { invoice: writeInvoice, cancelInvoice, undoInvoice },
  calls: [...collectionCalls, ...financeCalls],
});
