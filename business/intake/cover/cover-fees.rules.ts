import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import type { Label } from '#kernel/language/label.ts';
import { payer } from '../dictionaries.ts';
import type { CoverFees } from './cover.rules.ts';

const payers = Object.fromEntries(
  Object.entries(payer.items).map(([key, item]): [string, Label] => [key, [item[0], item[1]]]),
);
const fee = (name: string, label: Label): StructuredPart => ({ name, label, type: 'choice', choices: payers });

/** Labels of the kinds of fees. */
export const feeLabels: Readonly<Record<keyof CoverFees, Label>> = {
  labor: ['人工费', 'Labour'],
  material: ['材料费', 'Material'],
  mileage: ['里程费', 'Mileage'],
  other: ['其他费', 'Other'],
};

/** Field that holds the payer of each kind of fee. */
export const coverFees = structured<
  Record<'labor' | 'material' | 'mileage' | 'other', keyof typeof payer.items>,
  { auto: true; parts: readonly StructuredPart[] }
>(['费用承担', 'Who pays'], {
  auto: true,
  parts: Object.entries(feeLabels).map(([name, label]) => fee(name, label)),
});

/**
 * Return the kinds of fees with an amount above 0 for the customer, although someone else pays them under the cover.
 * Amounts are decimals in CNY.
 */
export const askedDespiteCover = (
  payers: Partial<CoverFees>,
  amounts: Readonly<Record<keyof CoverFees, string | null>>,
): Label[] =>
  (Object.keys(amounts) as (keyof CoverFees)[])
    .filter((name) => (payers[name] ?? 'customer') !== 'customer' && Number(amounts[name] ?? 0) > 0)
    .map((name) => feeLabels[name]);
