import Big from 'big.js';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, implement, row as refuseRow } from '#kernel/server';
import { todoDone } from '#business/messaging/notify.service.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { refuse } from '../refusals.ts';
import { slipCalls } from '../slips/slips.server.ts';
import { wageBooks } from './totals/books.server.ts';
import { totalsCalls } from './totals/totals.server.ts';
import { disputeSheet } from './dispute/wage-dispute.calls.ts';
import { wageDispute } from './dispute/wage-dispute.paper.ts';
import { wageLine } from './wage-line.paper.ts';
import { remindToSign } from './remind/remind.calls.ts';
import { remind } from './remind/remind.server.ts';
import { wageSheet } from './wage-sheet.paper.ts';
import { sheetDetail, sheetDetailParts } from './sheet/sheet-detail.server.ts';
import { type DisputeKind, factorNow } from './dispute/claim.rules.ts';
import { factorsOf } from './dispute/factors.server.ts';

type Sheet = Row<typeof wageSheet>;
type Line = Row<typeof wageLine>;

/** Refuse a signature or dispute by anyone but the technician of the sheet. */
async function assertHis(context: Context, sheet: Sheet): Promise<void> {
  const [me] = sheet.technicianId ? await context.find(technician, { id: sheet.technicianId }, { first: 1 }) : [];
  if (me?.userId !== context.person.id) throw refuse.notHisSheet();
}

/**
 * Return the present value of the disputed factor as the technician reads it, or the amount if no factor is disputed.
 */
async function valueNow(context: Context, kind: DisputeKind, sheet: Sheet, line: Line | undefined): Promise<string> {
  if (!line) return String(sheet.totalAmount ?? '');
  const now = factorNow(kind, await factorsOf(context, line));
  return now === null ? line.amount : kind === 'share' ? `${new Big(now).times(100).toString()}%` : now;
}

/** Dispute a sheet or one of its lines. */
export async function dispute(
  context: Context,
  { id, wageLineId, disputeKind, note, claimedValue }: CallInputOf<typeof disputeSheet>,
): Promise<CallAnswer<typeof disputeSheet>> {
  const [seen] = await context.visible(wageSheet, { query: { id } }).words({ first: 1 });
  if (!seen) throw refuseRow.missing({ title: wageSheet.title });
  await context.lockRows(wageSheet, [id]);
  const sheet = await context.get(wageSheet, id);
  await assertHis(context, sheet);
  if (sheet.wageStatus !== 'signing' && sheet.wageStatus !== 'disputed') throw refuse.notToSign();
  const [line] = wageLineId ? await context.find(wageLine, { id: wageLineId, wageSheetId: id }, { first: 1 }) : [];
  if (wageLineId && !line) throw refuse.lineNotOnSheet();
  const made = await context.submit(wageDispute, {
    wageSheetId: id,
    wageLineId,
    disputeKind,
    note,
    claimedValue,
  });
  await context.change(wageDispute, made.id, {
    wagePeriod: sheet.wagePeriod,
    technicianId: sheet.technicianId,
    technicianName: sheet.technicianName,
    currentValue: await valueNow(context, disputeKind as DisputeKind, sheet, line),
  });
  if (sheet.wageStatus === 'signing') await context.move(wageSheet, id, 'disputed', 'dispute');
  await context.call(todoDone, { bizId: id, event: 'wageToSign' });
  return { id: made.id, disputeNo: made.disputeNo, wageSheetId: id };
}

export default behaviour<typeof wageSheet>(wageSheet, {
  actions: {
    async sign(context, sheet) {
      await assertHis(context, sheet);
      await context.call(todoDone, { bizId: sheet.id, event: 'wageToSign' });
      return { signTime: context.now() };
    },
  },
  computed: {
    disputeCount:
      '(select count(*)::int from aswagedispute d where d.tenant_id = t.tenant_id and d.wage_sheet_id = t.id and d.is_deleted = 0)',
  },
  detailParts: sheetDetailParts,
  detail: async (reading, sheet) => ({ ...(await sheetDetail(reading, sheet)) }),
  calls: [
    implement(disputeSheet, { write: (asked, context) => dispute(context, asked) }),
    implement(remindToSign, { write: (asked, context) => remind(context, asked) }),
    ...totalsCalls,
    ...wageBooks,
    ...slipCalls,
  ],
});
