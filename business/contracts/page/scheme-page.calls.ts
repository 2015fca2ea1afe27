import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  of,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { schemeEquipment } from '../parts/scheme-equipment.paper.ts';
import { schemeSupplies } from '../parts/scheme-supplies.paper.ts';
import { schemeRecord } from '../scheme/scheme-record.paper.ts';
import { scheme } from '../scheme/scheme.paper.ts';

/** A use of visits by an order: its number and state. */
const use = record({
  id: anyText,
  orderId: anyText,
  orderNo: anyText,
  state: choice('locked', 'consumed'),
  times: anyNumber,
});

/** A collection for the contract. */
const receipt = record({ id: anyText, no: anyText, way: anyText, amount: anyText, isApproved: yesOrNo, at: anyText });

/** Everything that the page of a contract shows. */
const schemePage = record({
  scheme: of(scheme),
  today: anyText,
  template: record({ no: anyText, revision: anyNumber, windowDays: anyNumber }),
  /** Spans for which the contract was suspended; the last day is empty while it lasts. */
  suspensions: list(record({ from: anyText, to: anyText })),
  uses: list(use),
  receipts: list(receipt),
  /** Fees that the contract paid instead of the customer, CNY, by kind. */
  waived: list(record({ fee: bothLanguages, amount: anyText })),
  waivedSum: anyText,
  equipment: list(of(schemeEquipment)),
  supplies: list(of(schemeSupplies)),
  changes: list(of(schemeRecord)),
  /** Missing requirements of a draft, which its activation needs. */ lacks: list(bothLanguages),
});

export type SchemePage = AnswerOf<typeof schemePage>;

export const readSchemePage = call(scheme, 'whole', {
  method: 'GET',
  needs: 'view',
  title: ['方案页', 'Page of a contract'],
  query: { id: id(['方案', 'Contract'], { required: true }) },
  answer: schemePage,
});
