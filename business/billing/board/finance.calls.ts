import { day } from '#kernel/fields/day/day.ts';
import { money } from '#kernel/fields/money/money.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, record } from '#kernel/language/calls/shape.ts';
import { collection } from '../collection/collection.paper.ts';

const sum = (zh: string, en: string) => money([zh, en], { required: true, min: 'any' });

/** The rows in one state of a track: their number, the money received, and the amount invoiced. */
const statePart = record({
  key: anyText,
  count: anyNumber,
  amount: sum('实收', 'Received'),
  invoiced: sum('已开票', 'Invoiced'),
});

/** Cash that a technician collected and did not hand over, since the moment `since`. */
const inHand = record({
  technicianId: anyText,
  name: anyText,
  count: anyNumber,
  amount: sum('金额', 'Amount'),
  since: anyText,
});

/** Returns the money of a span of days, grouped by each of the three tracks, with the same total. */
export const moneyTotals = call(collection, 'totals', {
  method: 'GET',
  needs: 'view',
  title: ['收款按交款、开票、审核汇总', 'Money by hand-over, invoice and approval'],
  query: {
    from: day(['从', 'From']),
    to: day(['到', 'To']),
    technicianId: refs('technician', ['技师', 'Technician']),
  },
  answer: record({
    count: anyNumber,
    amount: sum('实收', 'Received'),
    refunded: sum('已退', 'Refunded'),
    tracks: record({
      transmitStatus: list(statePart),
      invoiceStatus: list(statePart),
      approvalStatus: list(statePart),
    }),
    inHand: list(inHand),
  }),
});

export type Totals = AnswerOf<typeof moneyTotals>;
export type StatePart = AnswerOf<typeof statePart>;
export type CashInHand = AnswerOf<typeof inHand>;
