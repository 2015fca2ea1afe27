import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  list,
  map,
  nullable,
  of,
  optional,
  orEmpty,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { visitParts } from '#business/dispatch/visit/on-phone.calls.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import { checkDemand } from './check-demand.calls.ts';
import { annexType, wholeCompletion } from './whole-completion.calls.ts';

/**
 * Answers for a technician at a visit, or for the office that writes on behalf of one. Moments are texts in the
 * tenant's zone, amounts are decimals as texts.
 */

/**
 * Data for the work at a visit: required photos, check list, signature, charges, the present completion, and notes
 * about the home.
 */
export const workParts = {
  annexTypes: list(annexType),
  checklist: list(checkDemand),
  needsSignature: yesOrNo,
  /**
   * End of the part warranty (a day) by material, of parts that were installed in these machines and are still under
   * it.
   */
  partWarranties: map(anyText),
  /** Earlier visits of this order where nobody was at home, and whose fee is not charged yet. */
  closedDoors: list(record({ id: anyText, taskNo: anyText, fee: anyText })),
  /** Money received at other visits of this order, in CNY. */ receivedBefore: anyText,
  completion: orEmpty(wholeCompletion),
  /**
   * Estimated kilometres of the way, with which declared kilometres are compared. Null before the arrival or if a place
   * is unknown.
   */
  systemKm: nullable(anyText),
  customerLevel: anyText,
  keyNote: nullable(anyText),
  accessNote: nullable(anyText),
  earlier: list(record({ at: anyText, words: anyText, who: nullable(anyText) })),
};
const work = record(workParts);
export const dayVisit = of(visit, null, { ...visitParts, ...workParts });

/** Stock of one material in one condition in the technician's van. */
export const bagItem = record({
  id: anyText,
  materialId: anyText,
  warehouseId: anyText,
  itemCode: anyText,
  itemName: anyText,
  materialStatus: anyText,
  serialNo: nullable(anyText),
  onHand: anyText,
  available: anyText,
  salePrice: anyText,
  barcode: nullable(anyText),
  unit: nullable(anyText),
  returnOld: yesOrNo,
});

export const paymentWay = of(paymentType);

/** Price per kilometre of the company, and the tolerances of declared kilometres. */
export const companyTerms = record({ mileagePrice: anyText, toleranceKm: anyNumber, tolerancePercent: anyNumber });

const technician = record({
  id: anyText,
  name: anyText,
  team: anyText,
  homeLocation: nullable(anyText),
  workStart: anyText,
  workEnd: anyText,
  vehicleNo: optional(nullable(anyText)),
});

/** A technician's visits with all data needed at each. For a caller who is no technician it contains only the date. */
export const readOwnDay = call(visit, 'ownDay', {
  method: 'GET',
  needs: 'view',
  title: ['技师的一天（含现场所需）', 'A technician’s day with all that is needed at the doors'],
  answer: record({
    today: anyText,
    now: anyText,
    technician: nullable(technician),
    speedKmh: optional(anyNumber),
    arriveMetres: optional(anyNumber),
    terms: optional(companyTerms),
    bag: optional(list(bagItem)),
    ways: optional(list(paymentWay)),
    visits: list(dayVisit),
  }),
});

export type VisitWork = AnswerOf<typeof work>;
export type Visit = AnswerOf<typeof dayVisit>;
export type BagItem = AnswerOf<typeof bagItem>;
export type CompanyTerms = AnswerOf<typeof companyTerms>;
export type OwnDay = AnswerOf<typeof readOwnDay>;
export type PaymentMethod = AnswerOf<typeof paymentWay>;
