import { type Label, labelIn } from '#kernel/language/label.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import type { Reading, VisibleRow } from '#kernel/server';
import { type RowFacts, actionVerb, callVerb, heldActions, linkVerb } from '#business/masterdata/piles/bench.server.ts';
import { type WaitingPile, ownPile } from '#business/masterdata/piles/piles.server.ts';
import { remindToSign } from '../../wages/remind/remind.calls.ts';
import { wagePeriod } from '../../wages/wage-period.paper.ts';
import { wageSheet } from '../../wages/wage-sheet.paper.ts';

const PERIODS = '/maintenance/wages/period';
const inLanguage = (reading: Reading, label: Label): string => labelIn(label, reading.language);

/** Return the oldest period that is not closed; null if there is none. */
async function currentPeriod(reading: Reading) {
  const query = { periodStatus: 'open,calculated,signing,approved,paid', ascs: 'wagePeriod', size: '1' };
  const [first] = (await reading.visible(wagePeriod).page(query)).records;
  return first ?? null;
}

/** People who have not signed their payslip, as one row with a count. */
const unsigned = ownPile(
  {
    name: 'sheetsUnsigned',
    sort: 132,
    label: ['工资单没签', 'Payslips not signed'],
    kind: ['确认', 'Signing'],
    paper: wageSheet,
    by: 'remind',
    buttons: [buttonOf(wageSheet, 'remind')],
    all: '',
    when: 'came',
    places: { payroll: { section: 'blocks', rank: 2, most: 1 } },
  },
  async (reading) => {
    const { records, total } = await reading
      .visible(wageSheet)
      .page({ wageStatus: 'signing', ascs: 'sendTime', size: '3' });
    const [first] = records;
    if (!first) return { count: 0, rows: [] };
    const names = records.map((one) => String(one.technicianName ?? '')).join(inLanguage(reading, ['、', ', ']));
    const row: RowFacts = {
      id: String(first.wagePeriod),
      tone: 'amber',
      who: inLanguage(reading, [`${total} 人没签`, `${total} unsigned`]),
      fact: names,
      due: String(first.sendTime ?? ''),
      evidence: [inLanguage(reading, ['每人每天只提醒一次', 'A person is reminded once a day'])],
      to: `/maintenance/wages/slips/${first.id}`,
      verbs: [
        callVerb([`提醒 ${total} 人`, `Remind ${total} unsigned`], remindToSign.path, {
          key: 'A',
          input: 'wagePeriod',
          many: total,
        }),
        linkVerb(['看工资单', 'See payslips'], `${PERIODS}?period=${String(first.wagePeriod)}`, 'D'),
      ],
    };
    return { count: total, rows: [row] };
  },
);

/** The step of a period that is next, by its state. */
const STEPS: Readonly<Record<string, string>> = {
  open: 'calculate',
  calculated: 'send',
  approved: 'pay',
  paid: 'close',
};

/** Return the row of a period: the verb of its next step, or the reason why that must wait. */
function stepRow(reading: Reading, period: VisibleRow, waiting: number): RowFacts {
  const state = String(period.periodStatus);
  const { [state]: action } = STEPS;
  const [people, total] = [Number(period.technicianCount ?? 0), String(period.totalAmount ?? '0.00')];
  const refused: Label =
    waiting > 0 ? [`差 ${waiting} 人`, `${waiting} missing`] : ['等经理审批', 'waits for the manager'];
  return {
    id: period.id,
    who: String(period.wagePeriod),
    fact: inLanguage(reading, [`${people} 人，合计 ${total}`, `${people} people, ${total} in all`]),
    to: PERIODS,
    verbs: [
      ...(action ? heldActions(reading, wagePeriod, [[action, { key: 'A' }]]) : []),
      ...(state === 'signing' ? [actionVerb(wagePeriod, 'approve', { refused })] : []),
      linkVerb(['看期间', 'Open'], PERIODS, 'D'),
    ],
  };
}

/** The next step of the oldest period that is not closed. */
const step = ownPile(
  {
    name: 'periodStep',
    sort: 134,
    label: ['工资期间', 'Pay period'],
    kind: ['期间', 'Period'],
    paper: wagePeriod,
    by: 'calculate',
    all: '',
    when: 'due',
    places: { payroll: { section: 'blocks', rank: 3, most: 1 } },
  },
  async (reading) => {
    const period = await currentPeriod(reading);
    const state = String(period?.periodStatus ?? '');
    // The pieces of an open period still come until its last day.
    if (!period || (state === 'open' && String(period.endDate) >= reading.today())) return { count: 0, rows: [] };
    const waiting = await reading
      .visible(wageSheet, { query: { wagePeriod: period.wagePeriod, wageStatus: 'signing,disputed' } })
      .count();
    const row = stepRow(reading, period, waiting);
    return { count: 1, rows: [row] };
  },
);

/** Piles that block the payment of a period. */
export const periodPiles: readonly WaitingPile[] = [unsigned, step];
