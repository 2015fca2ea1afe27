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

/** What the server tells who stands at a door, or writes for him; moments are texts of the wire, amounts decimals as texts. */

/** What is needed at the door: photos, check list, signature, what may be charged, what was written already, and what one should know before ringing. */
const workParts = {
  annexTypes: list(annexType),
  checklist: list(checkDemand),
  needsSignature: yesOrNo,
  /** Items whose own warranty still runs in these machines, until when. */ partWarranties: map(anyText),
  /** Doors of this order that stayed closed and that the customer was not charged for yet. */
  closedDoors: list(record({ id: anyText, taskNo: anyText, fee: anyText })),
  /** What the customer gave at other visits of this order, in CNY. */ receivedBefore: anyText,
  completion: orEmpty(wholeCompletion),
  /** Kilometres of the way as the completion will be judged by; null before the arrival and where nobody knows the way. */
  systemKm: nullable(anyText),
  customerLevel: anyText,
  keyNote: nullable(anyText),
  accessNote: nullable(anyText),
  earlier: list(record({ at: anyText, words: anyText, who: nullable(anyText) })),
};
const work = record(workParts);
export const dayVisit = of(visit, null, { ...visitParts, ...workParts });

/** What lies in the bag: one item in one condition. */
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

/** Prices and tolerances of the company that a completion is reckoned with. */
export const companyTerms = record({ mileagePrice: anyText, toleranceKm: anyNumber, tolerancePercent: anyNumber });

const technician = record({
  id: anyText,
  name: anyText,
  team: anyText,
  homeLocation: nullable(anyText),
  workStart: anyText,
  workEnd: anyText,
});

/** A technician's day with all that is needed at the doors; without a technician nothing but the day. */
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
