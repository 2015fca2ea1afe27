import { type Part, structured } from '#kernel/fields/structured/structured.ts';
import type { Label } from '#kernel/language/label.ts';
import { payer } from '../dictionaries.ts';

const payers = Object.fromEntries(Object.entries(payer.items).map(([key, item]): [string, Label] => [key, [item[0], item[1]]]));
const fee = (name: string, label: Label): Part => ({ name, label, type: 'choice', choices: payers });

/** Who pays each kind of fee, as a paper keeps it. */
export const coverFees = structured<Record<'labor' | 'material' | 'mileage' | 'other', keyof typeof payer.items>, { auto: true; parts: readonly Part[] }>(['费用承担', 'Who pays'], {
  auto: true, parts: [fee('labor', ['工费', 'Labour']), fee('material', ['材料费', 'Material']), fee('mileage', ['里程费', 'Mileage']), fee('other', ['其他费', 'Other'])],
});
