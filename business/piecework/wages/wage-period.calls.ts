import { day } from '#kernel/fields/day/day.ts';
import { money } from '#kernel/fields/money/money.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, rows } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, of, record } from '#kernel/language/calls/shape.ts';
import type { Label } from '#kernel/language/label.ts';
import { pieceStandard } from '../standards/piece-standard.paper.ts';
import { wagePeriod } from './wage-period.paper.ts';

const below = 'blade-maintenance/webApi/aspieceworkwages';

const label = text(['工资期间', 'Pay period'], { max: 7 });

/** Return a call that moves a period on. The period is named by its month or its id. */
const step = (name: 'calculate' | 'reopen' | 'send' | 'approve' | 'pay' | 'close' | 'openAgain', title: Label) =>
  call(wagePeriod, `${below}/${name}`, {
    method: 'POST',
    needs: name,
    title,
    body: {
      wagePeriod: label,
      id: id(['工资期间ID', 'Id of the period']),
      reason: text(['原因', 'Reason'], { max: 255 }),
    },
    answer: of(wagePeriod, ['id', 'wagePeriod', 'periodStatus', 'technicianCount', 'totalAmount']),
  });

export const periodSteps = [
  step('calculate', ['工资期间：计算', 'Build the sheets of a period']),
  step('reopen', ['工资期间：退回开放', 'Take a calculated period back to open']),
  step('send', ['工资期间：下发确认', 'Send the sheets to be signed']),
  step('approve', ['工资期间：审批', 'Approve a period']),
  step('pay', ['工资期间：发放', 'Record the payment']),
  step('close', ['工资期间：关账', 'Close a period']),
  step('openAgain', ['工资期间：重新打开', 'Open a closed period again']),
];

export const openPeriod = call(wagePeriod, `${below}/periodOpen`, {
  method: 'POST',
  needs: 'periodOpen',
  title: ['工资期间：提前开期', 'Open the next period'],
  body: { wagePeriod: label, startDate: day(['开始日期', 'From']), endDate: day(['截止日期', 'To']) },
  answer: of(wagePeriod),
});

export const pricesToSimulate = call(wagePeriod, `${below}/simulatePrices`, {
  method: 'GET',
  needs: 'simulate',
  title: ['工资试算：可试的价目', 'Prices to try'],
  answer: list(of(pieceStandard)),
});

const amount = (zh: string, en: string) => money([zh, en], { required: true, min: 'any' });
const changed = { before: amount('原金额', 'Before'), after: amount('新金额', 'After') };

const effect = record({
  technicianId: anyText,
  technicianName: anyText,
  ...changed,
  delta: amount('差额', 'Difference'),
});
const underMinimum = record({
  technicianId: anyText,
  technicianName: anyText,
  period: anyText,
  ...changed,
  minWage: anyText,
});

/** Simulate other prices over past months, three by default, between two days or months. */
export const simulatePrices = call(wagePeriod, `${below}/simulate`, {
  method: 'POST',
  needs: 'simulate',
  title: ['工资试算', 'Effect of other prices on past months'],
  body: {
    standards: rows(pieceStandard),
    from: text(['从', 'From'], { max: 10 }),
    to: text(['到', 'To'], { max: 10 }),
  },
  answer: record({
    from: day(['从', 'From'], { required: true }),
    to: day(['到', 'To'], { required: true }),
    ...changed,
    delta: amount('差额', 'Difference'),
    people: list(effect),
    winners: anyNumber,
    losers: anyNumber,
    belowMinimum: list(underMinimum),
  }),
});

export type SimulationAnswer = AnswerOf<typeof simulatePrices>;
export type SimulatedEffect = AnswerOf<typeof effect>;
export type BelowMinimum = AnswerOf<typeof underMinimum>;
