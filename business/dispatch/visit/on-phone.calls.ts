import { refs } from '#kernel/fields/refs/refs.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  list,
  nullable,
  of,
  optional,
  record,
} from '#kernel/language/calls/shape.ts';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { crewMember } from '../crew/crew-member.paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { visit } from './visit.paper.ts';

/** The customer's phone number without a mask, for the technician of the visit only. */
export const customerPhone = { contactPhone: optional(nullable(anyText)) };

/** Related rows that the detail of a visit contains in addition to its fields. */
export const visitParts = {
  ...customerPhone,
  registration: nullable(of(registration)),
  dispatch: nullable(of(dispatchForm)),
  crew: list(of(crewMember)),
  equipment: list(of(registrationEquipment)),
  /** Parts to bring, with their names. */
  bring: optional(list(record({ materialId: anyText, name: anyText, qty: anyNumber }))),
  /** State of these parts: missing kinds, and the nearest store and technician that have them. */
  parts: optional(nullable(record({ missing: anyNumber, store: nullable(anyText), vanOf: nullable(anyText) }))),
};
const visitDetail = of(visit, null, visitParts);

export const markVisitsSeen = call(visit, 'seen', {
  method: 'POST',
  needs: 'accept',
  title: ['任务已查看', 'Visits seen by their technician'],
  body: { ids: refs('visit', ['任务', 'Visits']) },
  answer: record({ count: anyNumber }),
});

export type VisitDetail = AnswerOf<typeof visitDetail>;
