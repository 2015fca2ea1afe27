import type { KeyOf } from '#kernel/language/dictionary.ts';
import { type Label, storedText } from '#kernel/language/label.ts';
import { englishDay } from '#kernel/language/days.ts';
import { type weibao } from '#business/customers/dictionaries.ts';

export type Cover = KeyOf<typeof weibao>;
export type Payer = 'customer' | 'manufacturer' | 'company' | 'plan';

/** Payers of labour, material, mileage and other fees. */
export type CoverFees = Record<'labor' | 'material' | 'mileage' | 'other', Payer>;

/**
 * Facts from which the rules decide the cover. Contracts and cards are not among them: their rooms offer a cover by
 * `coverOffer`.
 */
export interface CoverFacts {
  readonly receiptsType: string;
  readonly faultCategory: string | null;
  /** Day on which the fault was reported, `yyyy-MM-dd`. */
  readonly faultDate: string;
  readonly equipment: { readonly equipmentName: string; readonly warrantyEndDate: string | null } | null;
  /** Number of the work order that recently finished the same fault of the same machine; null if there is none. */
  readonly reworkOf: string | null;
}

export interface CoverDecision {
  readonly weibao: Cover;
  readonly reason: Label;
  readonly coverFees: CoverFees;
  /** The contract that pays; `cardId` is set instead if it is a card. */
  readonly schemeId?: string;
  readonly cardId?: string;
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

/** Return the payers under a cover. */
export const payersOf = (cover: Cover): CoverFees => payers[cover];

const decision = (weibao: Cover, reason: Label): CoverDecision => ({ weibao, reason, coverFees: payersOf(weibao) });

/** Decide the cover and its reason; the first rule that fits wins. A lead of customer service may override it with a reason (`overrideCover`). */
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
  if (!equipment) return decision('paid', ['未指定设备，按收费', 'No equipment named: chargeable']);
  const { equipmentName, warrantyEndDate } = equipment;
  if (!warrantyEndDate)
    return decision('paid', [`${equipmentName}无质保记录`, `${equipmentName} has no warranty on record`]);
  if (warrantyEndDate < faultDate)
    return decision('paid', [
      `${equipmentName}质保已于${warrantyEndDate}到期`,
      `The warranty of ${equipmentName} ended on ${englishDay(warrantyEndDate)}`,
    ]);
  // The warranty never covers damage by people.
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

/** Causes of faults that no warranty or contract pays: wrong use, water, power supply. */
const OWN_CAUSES = ['use', 'water', 'power'];

/**
 * Propose “paid” if the cause found on site is outside of the cover; null if it is not, or if a lead decided the cover.
 * Source: after-sales design §5.4.
 */
export const proposedCover = (cover: Cover, faultCause: string | null, weibaoReason: string | null): Cover | null =>
  faultCause &&
  OWN_CAUSES.includes(faultCause) &&
  ['warranty', 'partWarranty', 'plan', 'card'].includes(cover) &&
  !isOverridden(weibaoReason)
    ? 'paid'
    : null;

const CHANGED = '改判：';

/** Return a lead's override of the rule, with the reason. */
export const overrideCover = (cover: Cover, reason: string): CoverDecision =>
  decision(cover, [`${CHANGED}${reason}`, `Changed: ${reason}`]);

/** Did a lead decide the cover? Then no rule replaces it. */
export const isOverridden = (weibaoReason: string | null | undefined): boolean =>
  weibaoReason?.startsWith(CHANGED) ?? false;

/** Return the decision as fields of a paper. */
export const coverFields = ({
  weibao,
  reason,
  coverFees,
}: CoverDecision): { weibao: Cover; weibaoReason: string; coverFees: CoverFees } => ({
  weibao,
  weibaoReason: storedText(reason, 255),
  coverFees,
});
