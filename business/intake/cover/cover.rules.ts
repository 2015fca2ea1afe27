import type { KeyOf } from '#kernel/language/dictionary.ts';
import { type Label, storedText } from '#kernel/language/label.ts';
import { englishDay } from '#kernel/language/days.ts';
import { type weibao } from '#business/customers/dictionaries.ts';

export type Cover = KeyOf<typeof weibao>;
export type Payer = 'customer' | 'manufacturer' | 'company' | 'plan';

/** Who pays for labour, material, mileage and the rest. */
export type CoverFees = Record<'labor' | 'material' | 'mileage' | 'other', Payer>;

/** What the decision looks at. Schemes and cards join it with their papers. */
export interface CoverFacts {
  readonly receiptsType: string;
  readonly faultCategory: string | null;
  /** The day of the fault: when it was reported. */
  readonly faultDate: string;
  readonly equipment: { readonly equipmentName: string; readonly warrantyEndDate: string | null } | null;
  /** The number of the paper that finished the same fault of the same equipment a short while ago. */
  readonly reworkOf: string | null;
}

export interface CoverDecision {
  readonly weibao: Cover;
  readonly reason: Label;
  readonly coverFees: CoverFees;
}

const allBy = (payer: Payer): CoverFees => ({ labor: payer, material: payer, mileage: payer, other: payer });

const payers: Record<Cover, CoverFees> = {
  warranty: { labor: 'manufacturer', material: 'manufacturer', mileage: 'manufacturer', other: 'customer' },
  partWarranty: { labor: 'customer', material: 'manufacturer', mileage: 'customer', other: 'customer' },
  plan: { labor: 'plan', material: 'customer', mileage: 'plan', other: 'customer' },
  card: { labor: 'plan', material: 'customer', mileage: 'plan', other: 'customer' },
  goodwill: allBy('company'),
  paid: allBy('customer'),
  none: allBy('customer'),
};

/** Who pays what under a cover. */
export const payersOf = (cover: Cover): CoverFees => payers[cover];

const decision = (weibao: Cover, reason: Label): CoverDecision => ({ weibao, reason, coverFees: payersOf(weibao) });

/** Under which cover a matter runs, and why; the first rule that fits wins. A customer service lead may decide otherwise, with a reason (`overrideCover`). */
export function decideCover({
  receiptsType,
  faultCategory,
  faultDate,
  equipment,
  reworkOf,
}: CoverFacts): CoverDecision {
  if (receiptsType === 'complaint') return decision('goodwill', ['投诉处理，公司承担', 'Complaint: the company pays']);
  if (reworkOf)
    return decision('goodwill', [
      `${reworkOf}完工后同一设备同一故障，返修由公司承担`,
      `Same fault of the same equipment after ${reworkOf}: rework, the company pays`,
    ]);
  if (!equipment) return decision('paid', ['未指定设备，按收费', 'No equipment named: paid']);
  const { equipmentName, warrantyEndDate } = equipment;
  if (!warrantyEndDate)
    return decision('paid', [`${equipmentName}无质保记录`, `${equipmentName} has no warranty on record`]);
  if (warrantyEndDate < faultDate)
    return decision('paid', [
      `${equipmentName}质保已于${warrantyEndDate}到期`,
      `The warranty of ${equipmentName} ended on ${englishDay(warrantyEndDate)}`,
    ]);
  // Damage by people is never the maker's to pay, however young the machine.
  if (faultCategory === 'damage')
    return decision('paid', [
      `${equipmentName}质保到${warrantyEndDate}，但人为损坏除外`,
      `${equipmentName} is under warranty to ${englishDay(warrantyEndDate)}, but damage is excluded`,
    ]);
  return decision('warranty', [
    `${equipmentName}质保到${warrantyEndDate}`,
    `${equipmentName} is under warranty to ${englishDay(warrantyEndDate)}`,
  ]);
}

/** Causes that the maker does not answer for. */
const OWN_CAUSES = ['use', 'water', 'power'];

/** What the cause of a fault, found at the door, speaks for: paid, where somebody else was to pay. Only a proposal, and none against a lead's own decision. Source: after-sales design §5.4. */
export const proposedCover = (cover: Cover, faultCause: string | null, weibaoReason: string | null): Cover | null =>
  faultCause &&
  OWN_CAUSES.includes(faultCause) &&
  ['warranty', 'partWarranty', 'plan', 'card'].includes(cover) &&
  !isOverridden(weibaoReason)
    ? 'paid'
    : null;

const CHANGED = '改判：';

/** The decision of a lead against the rule, with his reason. */
export const overrideCover = (cover: Cover, reason: string): CoverDecision =>
  decision(cover, [`${CHANGED}${reason}`, `Changed: ${reason}`]);

/** A lead's decision stands; no rule overrules it later. */
export const isOverridden = (weibaoReason: string | null | undefined): boolean =>
  weibaoReason?.startsWith(CHANGED) ?? false;

/** The decision as the fields of a paper. */
export const coverFields = ({
  weibao,
  reason,
  coverFees,
}: CoverDecision): { weibao: Cover; weibaoReason: string; coverFees: CoverFees } => ({
  weibao,
  weibaoReason: storedText(reason, 255),
  coverFees,
});
