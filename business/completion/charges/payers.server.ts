import { asText } from '#kernel/language/values.ts';
import { type CasePayers, payerWord } from '#business/intake/cover/payers.server.ts';
import type { PayerLine } from '#business/intake/cover/payers.calls.ts';
import { feeLabels } from '#business/intake/cover/cover-fees.rules.ts';
import type { CoverFees } from '#business/intake/cover/cover.rules.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { short, word } from '#business/intake/timeline/station.rules.ts';
import type { CaseRows, SeenRow } from '#business/intake/timeline/case-rows.server.ts';
import { completionsOf } from '../at-door/stations.server.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';
import { completionCharge } from './completion-charge.paper.ts';

const isSome = (amount: unknown): boolean => Number(amount ?? 0) !== 0;

/** Return the fees of a completion with the payer of each and the reason. */
async function linesOf(done: SeenRow, of: CaseRows, language: 'zh' | 'en'): Promise<PayerLine[]> {
  const [order] = await of.seen(registration, 'id', [of.orderId]);
  const payers = (done.coverFees ?? {}) as Partial<CoverFees>;
  const because = (payer: unknown): string =>
    payer === 'customer' ? asText(done.coverExplain) : asText(order?.weibaoReason);
  const fee = (name: 'labor' | 'mileage', amount: unknown): PayerLine => {
    const payer = payers[name] ?? 'customer';
    return {
      fee: feeLabels[name],
      payer: payerWord(payer, language),
      amount: asText(amount) || null,
      why: because(payer),
    };
  };
  const supplies = await of.parts(completionSupply, 'completionId', [done]);
  const charges = await of.parts(completionCharge, 'completionId', [done]);
  return [
    ...(isSome(done.laborFee) ? [fee('labor', done.laborFee)] : []),
    ...supplies.map((one): PayerLine => {
      const words = `${asText(one.itemName)} × ${short(one.qty)}`;
      return {
        fee: [words, words],
        payer: payerWord(one.payer, language),
        amount: asText(one.amount) || null,
        why: because(one.payer),
      };
    }),
    ...(isSome(done.mileageFee) ? [fee('mileage', done.mileageFee)] : []),
    ...charges.map((one): PayerLine => ({
      fee: [word(one, 'chargeType'), word(one, 'chargeType')],
      payer: payerWord(one.payer, language),
      amount: asText(one.amount) || null,
      why: asText(one.reason),
    })),
    ...(isSome(done.discountAmount)
      ? [
          {
            fee: ['优惠', 'Discount'] as const,
            payer: payerWord('company', language),
            amount: `-${asText(done.discountAmount)}`,
            why: '',
          },
        ]
      : []),
  ];
}

/** The payers of a finished work order. They come from its latest completion that is not to be redone. */
export const completionPayers: readonly CasePayers[] = [
  {
    name: 'completion',
    async read(of, language) {
      const done = (await completionsOf(of)).filter((one) => one.completeStatus !== 'redone').at(-1);
      return done ? linesOf(done, of, language) : null;
    },
  },
];
