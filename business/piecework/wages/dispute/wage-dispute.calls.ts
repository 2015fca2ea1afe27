import { flag } from '#kernel/fields/flag/flag.ts';
import { money } from '#kernel/fields/money/money.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, lines } from '#kernel/language/calls/call.ts';
import { anyText, bothLanguages, of, record } from '#kernel/language/calls/shape.ts';
import { wageDispute } from './wage-dispute.paper.ts';
import { wageSheet } from '../wage-sheet.paper.ts';

const below = 'blade-maintenance/webApi/aspieceworkwages';

/** Dispute a sheet or one of its lines. */
export const disputeSheet = call(wageSheet, `${below}/dispute`, {
  method: 'POST',
  needs: 'sign',
  title: ['工资异议：提出', 'Dispute a sheet or one of its lines'],
  body: {
    id: id(['工资单', 'Payslip'], { required: true }),
    wageLineId: id(['工资明细', 'Pay line']),
    disputeKind: wageDispute.fields.disputeKind,
    note: wageDispute.fields.note,
    claimedValue: wageDispute.fields.claimedValue,
  },
  answer: record({ id: anyText, disputeNo: wageDispute.fields.disputeNo, wageSheetId: anyText }),
});

/**
 * Accepts a dispute with adjustments of its sheet or of other sheets of the same period, or rejects it. Both need a
 * text.
 */
export const answerDispute = call(wageDispute, `${below}/answer`, {
  method: 'POST',
  needs: 'accept',
  title: ['工资异议：答复', 'Answer a dispute'],
  body: {
    id: id(['异议', 'Dispute'], { required: true }),
    accept: flag(['采纳', 'Accepted'], { initial: false as boolean }),
    answer: text(['答复', 'Answer'], { max: 500 }),
    lines: lines(
      ['调整', 'Adjustments'],
      {
        wageSheetId: id(['工资单', 'Payslip']),
        technicianId: id(['技师', 'Technician']),
        amount: money(['金额', 'Amount'], { required: true, min: 'any' }),
        reason: text(['说明', 'Reason'], { max: 255 }),
      },
      { most: 200 },
    ),
  },
  answer: of(wageDispute, ['id', 'disputeStatus', 'wageSheetId']),
});

/**
 * Returns the adjustment that accepting the dispute suggests: the claimed amount less the present one of the disputed
 * line.
 */
export const proposeAnswer = call(wageDispute, 'proposal', {
  method: 'GET',
  needs: 'accept',
  title: ['工资异议：建议调整', 'Proposed adjustment of a dispute'],
  query: { id: id(['异议', 'Dispute'], { required: true }) },
  answer: record({
    /** The disputed line in words; empty if the whole sheet is disputed. */ line: bothLanguages,
    present: anyText,
    claimed: anyText,
    /** CNY; empty if the claim names no amount. */ amount: anyText,
  }),
});
