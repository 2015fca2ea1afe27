import { type CasePayers, payerWord } from '#business/intake/cover/payers.server.ts';
import type { PayerLine } from '#business/intake/cover/payers.calls.ts';
import { feeLabels } from '#business/intake/cover/cover-fees.rules.ts';
import type { CoverFees } from '#business/intake/cover/cover.rules.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { short, stationText, word } from '#business/intake/timeline/station.rules.ts';
import type { CaseRows, SeenRow } from '#business/intake/timeline/case-rows.server.ts';
import { completionsOf } from '../at-door/stations.server.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';
import { completionCharge } from './completion-charge.paper.ts';

const isSome = (amount: unknown): boolean => Number(amount ?? 0) !== 0;

/** The fees of a completion line by line, each part and each charge with its own payer. */
async function linesOf(done: SeenRow, of: CaseRows, language: 'zh' | 'en'): Promise<PayerLine[]> {
  const [order] = await of.seen(registration, 'id', [of.orderId]);
  const payers = (done.coverFees ?? {}) as Partial<CoverFees>;
  const because = (payer: unknown): string =>
    payer === 'customer' ? stationText(done.coverExplain) : stationText(order?.weibaoReason);
  const fee = (name: 'labor' | 'mileage', amount: unknown): PayerLine => {
    const payer = payers[name] ?? 'customer';
    return {
      fee: feeLabels[name],
      payer: payerWord(payer, language),
      amount: stationText(amount) || null,
      why: because(payer),
    };
  };
  const supplies = await of.parts(completionSupply, 'completionId', [done]);
  const charges = await of.parts(completionCharge, 'completionId', [done]);
  return [
    ...(isSome(done.laborFee) ? [fee('labor', done.laborFee)] : []),
    ...supplies.map((one): PayerLine => {
      const words = `${stationText(one.itemName)} × ${short(one.qty)}`;
      return {
        fee: [words, words],
        payer: payerWord(one.payer, language),
        amount: stationText(one.amount) || null,
        why: because(one.payer),
      };
    }),
    ...(isSome(done.mileageFee) ? [fee('mileage', done.mileageFee)] : []),
    ...charges.map((one): PayerLine => ({
      fee: [word(one, 'chargeType'), word(one, 'chargeType')],
      payer: payerWord(one.payer, language),
      amount: stationText(one.amount) || null,
      why: stationText(one.reason),
    })),
    ...(isSome(done.discountAmount)
      ? [
          {
            fee: ['优惠', 'Discount'] as const,
            payer: payerWord('company', language),
            amount: `-${stationText(done.discountAmount)}`,
            why: '',
          },
        ]
      : []),
  ];
}

/** Once something was done, its fees tell who pays; what is to be done again counts no more. */
export const completionPayers: readonly CasePayers[] = [
  {
    name: 'completion',
    async read(of, language) {
      const done = (await completionsOf(of)).filter((one) => one.completeStatus !== 'redone').at(-1);
      return done ? linesOf(done, of, language) : null;
    },
  },
];
