import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Label, type LocalizedText, storedText } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import Big from 'big.js';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, implement, type Reading, row as refuseRow } from '#kernel/server';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { refuse } from '../../refusals.ts';
import { calculate } from '../calculate.server.ts';
import { type Period, lockedAlone, periodNamed } from '../periods.server.ts';
import { wageLineType } from '../../dictionaries.ts';
import { type DisputeKind, factorNow, proposedAdjustment } from './claim.rules.ts';
import { earnedByOf } from '../sheet/earned-by.server.ts';
import { factorsOf } from './factors.server.ts';
import { answerDispute, proposeAnswer } from './wage-dispute.calls.ts';
import { wageDispute } from './wage-dispute.paper.ts';
import { wageLine } from '../wage-line.paper.ts';
import { wageSheet } from '../wage-sheet.paper.ts';

type Dispute = Row<typeof wageDispute>;
type Sheet = Row<typeof wageSheet>;
type Line = Row<typeof wageLine>;
type Answered = CallInputOf<typeof answerDispute>;

/** An adjustment that follows from a dispute, of the disputed sheet or another one of the same period. */
interface Adjust {
  readonly sheet: Sheet;
  readonly amount: string;
  readonly reason: string | null;
  /** Id of the disputed line that the adjustment corrects; null if it corrects none. */
  readonly correctsLineId: string | null;
}

/** Return the disputed line, and the amount that the dispute claims (CNY). */
async function claimOf(
  reading: Reading,
  row: Dispute,
): Promise<{ readonly line: Line | undefined; readonly amount: string | null }> {
  const [line] = row.wageLineId ? await reading.find(wageLine, { id: row.wageLineId }, { first: 1 }) : [];
  const kind = row.disputeKind as DisputeKind;
  const now = line && { amount: line.amount, now: factorNow(kind, await factorsOf(reading, line)) };
  return { line, amount: proposedAdjustment(kind, now ?? null, row.claimedValue) };
}

type NamedLine = Partial<Pick<Line, 'wageLineType' | 'sourceNo' | 'sourceId' | 'bizDate' | 'amount'>> & {
  readonly id: string;
};

const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

/** A day as it is read: 11月20日, 20 Nov. */
function dayWords(day: string): Label {
  const [, month, date] = day.split('-').map(Number);
  return [`${month}月${date}日`, `${date} ${months.format(Date.UTC(2000, month - 1, 1))}`];
}

/**
 * Describe a wage line by its item, work, customer, day and amount. Without permission for the work, name its number.
 */
async function wordsOf(reading: Reading, line: NamedLine | undefined): Promise<Label> {
  if (!line?.wageLineType) return ['', ''];
  const item = wageLineType.items[line.wageLineType as keyof typeof wageLineType.items] ?? [
    line.wageLineType,
    line.wageLineType,
  ];
  const earned = (await earnedByOf(reading, [{ sourceId: null, ...line, wageLineType: line.wageLineType }]))[line.id];
  const work = earned ? [earned.work, earned.customer] : [line.sourceNo];
  const [zh, en] = line.bizDate ? dayWords(line.bizDate) : ['', ''];
  return [
    [item[0], ...work, zh, line.amount].filter(Boolean).join(' · '),
    [item[1], ...work, en, line.amount].filter(Boolean).join(' · '),
  ];
}

/** Refuse adjustments whose sum differs from the claimed amount, unless a reason is written. */
function assertSaid(claim: string | null, sheet: Sheet, adjusts: readonly Adjust[]): void {
  const own = adjusts.filter((one) => one.sheet.id === sheet.id);
  const sum = own.reduce((all, one) => all.plus(one.amount), new Big(0));
  if (claim === null || own.length === 0 || sum.eq(claim) || own.some((one) => one.reason)) return;
  throw refuse.adjustReason(
    { claim },
    {
      fields: [
        { field: 'lines.reason', words: ['请说明为何与主张的差额不同', 'Say why it differs from what was claimed'] },
      ],
    },
  );
}

async function adjustsOf(context: Context, row: Dispute, rows: NonNullable<Answered['lines']>): Promise<Adjust[]> {
  const sheet = await context.get(wageSheet, row.wageSheetId);
  const { line, amount: claim } = await claimOf(context, row);
  const adjusts = await Promise.all(
    rows.map(async ({ wageSheetId, technicianId, amount, reason }) => {
      if (new Big(amount).eq(0)) throw refuse.lineSign();
      const match = wageSheetId
        ? { id: wageSheetId }
        : technicianId
          ? { technicianId, wagePeriod: sheet.wagePeriod }
          : { id: sheet.id };
      const [named] = await context.find(wageSheet, match, { first: 1 });
      if (!named || named.wagePeriod !== sheet.wagePeriod) throw refuseRow.missing({ title: wageSheet.title });
      return { sheet: named, amount, reason, correctsLineId: named.id === sheet.id ? (line?.id ?? null) : null };
    }),
  );
  assertSaid(claim, sheet, adjusts);
  const [zh, en] = await wordsOf(context, line);
  return adjusts.map((one) => {
    const reason = one.reason ?? row.note;
    return {
      ...one,
      reason: storedText(one.correctsLineId ? [`更正 ${zh}：${reason}`, `Corrects ${en}: ${reason}`] : reason, 120),
    };
  });
}

/** Return the proposal for the answer. Hide what the caller may not see, and everything calculated from it. */
async function proposal(id: string, reading: Reading): Promise<CallAnswer<typeof proposeAnswer>> {
  const [seen] = await reading.visible(wageDispute, { query: { id } }).words({ first: 1 });
  if (!seen) throw refuseRow.missing({ title: wageDispute.title });
  const [line] = seen.wageLineId
    ? await reading.visible(wageLine, { query: { id: seen.wageLineId } }).words({ first: 1 })
    : [];
  const row = await reading.get(wageDispute, id);
  const isLabelled = Boolean(seen.claimedValue) && (!row.wageLineId || Boolean(line?.amount));
  const { amount } = isLabelled ? await claimOf(reading, row) : { amount: null };
  return {
    line: await wordsOf(reading, line),
    present: seen.currentValue ?? '',
    claimed: seen.claimedValue ?? '',
    amount: amount ?? '',
  };
}

const SOURCE = 'wageDispute';

/** Write the adjustments, so that the accepted amount is paid. */
async function write(context: Context, row: Dispute, period: Period, adjusts: readonly Adjust[]): Promise<void> {
  await context.createAll(
    wageLine,
    adjusts.map(({ sheet, amount, reason, correctsLineId }, at) => ({
      lineKey: `dispute#${row.id}#${at + 1}`,
      technicianId: must(sheet.technicianId, 'technicianId'),
      wagePeriod: sheet.wagePeriod,
      wageSheetId: sheet.id,
      wageLineType: 'adjust',
      sourceType: SOURCE,
      sourceId: row.id,
      sourceNo: row.disputeNo,
      correctsLineId,
      amount,
      reason,
      bizDate: period.endDate,
      lineStatus: 'locked',
      approveUser: context.person.id,
    })),
  );
}

/**
 * Calculate the adjusted sheets again. Set those other than the disputed one back to `signing` as well, with a new time
 * limit for the signature.
 */
async function adjust(context: Context, row: Dispute, period: Period, adjusts: readonly Adjust[]): Promise<void> {
  await calculate(context, period, [...new Set(adjusts.map(({ sheet }) => must(sheet.technicianId, 'technicianId')))]);
  const others = [...new Set(adjusts.map(({ sheet }) => sheet.id))].filter((id) => id !== row.wageSheetId);
  await context.moveAll(wageSheet, others, 'signing', 'accepted', { sendTime: context.now(), signTime: null });
  for (const { sheet } of adjusts)
    await tellAnswer(context, sheet, row, ['工资单已调整，请重新确认', 'The sheet was adjusted: sign it again']);
}

const tellAnswer = (context: Context, sheet: Sheet, row: Dispute, words: LocalizedText): Promise<void> =>
  context.call(notifyStaff, {
    event: 'wageAnswered',
    to: { technicians: [must(sheet.technicianId, 'technicianId')] },
    title: [`${sheet.wagePeriod} 工资异议已答复`, `Your dispute of ${sheet.wagePeriod} is answered`],
    content: words,
    bizType: 'wageDispute',
    bizId: row.id,
    bizNo: row.disputeNo,
    again: sheet.id,
  });

/**
 * Set the disputed sheet back to `signing`, with a new time limit for the signature, once none of its disputes is open.
 */
async function backToSign(context: Context, row: Dispute): Promise<void> {
  const open = (
    await context.find(wageDispute, { wageSheetId: row.wageSheetId, disputeStatus: 'open' }, { limit: 100 })
  ).filter((one) => one.id !== row.id);
  if (open.length === 0)
    await context.move(wageSheet, row.wageSheetId, 'signing', 'answer', { sendTime: context.now(), signTime: null });
}

async function answered(context: Context, row: Dispute, answer: string | null): Promise<Partial<Dispute>> {
  await context.lockRows(wageSheet, [row.wageSheetId]);
  await backToSign(context, row);
  const sheet = await context.get(wageSheet, row.wageSheetId);
  if (sheet.technicianId) await tellAnswer(context, sheet, row, answer ?? '');
  return { answer, answerUser: context.person.id, answerTime: context.now() };
}

/** Answer a dispute: accept it with its adjustments, or reject it. */
async function answer(
  { id, accept, answer: words, lines }: Answered,
  context: Context,
): Promise<CallAnswer<typeof answerDispute>> {
  const [row] = await context.find(wageDispute, { id }, { first: 1 });
  if (!row) throw refuseRow.missing({ title: wageDispute.title });
  // Lock the period before its sheets, as the calculation does.
  const period = await periodNamed(context, { wagePeriod: row.wagePeriod });
  await lockedAlone(context, period.id);
  if (accept && lines?.length) await context.assertRight(wageLine, 'add');
  const adjusts = accept ? await adjustsOf(context, row, lines ?? []) : [];
  if (adjusts.length && row.disputeStatus === 'open') await write(context, row, period, adjusts);
  const done = await context.act(wageDispute, id, accept ? 'accept' : 'reject', { answer: words });
  if (adjusts.length && row.disputeStatus === 'open') await adjust(context, done, period, adjusts);
  return { id, disputeStatus: done.disputeStatus, wageSheetId: done.wageSheetId };
}

export default behaviour<typeof wageDispute>(wageDispute, {
  actions: {
    async accept(context, row, { answer: words }) {
      if (!(await context.find(wageLine, { sourceType: SOURCE, sourceId: row.id }, { first: 1 })).length)
        throw refuse.disputeWithoutLines({
          fields: [{ field: 'lines', words: ['请填写调整行', 'Enter the adjustments'] }],
        });
      return answered(context, row, words);
    },
    reject: (context, row, { answer: words }) => answered(context, row, words),
  },
  calls: [
    implement(answerDispute, { write: answer }),
    implement(proposeAnswer, { read: ({ id }, reading) => proposal(id, reading) }),
  ],
});
