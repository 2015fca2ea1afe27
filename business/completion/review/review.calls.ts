import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  type AnswerShape,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nullable,
  of,
  optional,
  record,
  someRow,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { completionAnnex } from '../annexes/completion-annex.paper.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { completionEquipment } from '../completion/completion-equipment.paper.ts';
import { completion } from '../completion/completion.paper.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';

/** A reason to doubt a visit, with its figures. */
const reason = record({
  code: anyText,
  label: bothLanguages,
  detail: bothLanguages,
  /** The visit has an error, rather than something doubtful: confirming it would be wrong. */ grave: optional(yesOrNo),
});

/** A class of photos with the required number and the present photos. */
const photoClass = record({
  classifyId: anyText,
  name: anyText,
  min: anyNumber,
  missing: anyNumber,
  photos: list(of(completionAnnex)),
});

/** An item of a check list, with its limits as text. */
export const checkLimits = { key: anyText, label: anyText, unit: anyText, limits: anyText };

/** An item of a check list with its answer. */
const check = record({
  ...checkLimits,
  value: anyText,
  note: anyText,
  state: choice('good', 'off', 'missing', 'open'),
});

/** All data for the review of one visit. */
export const reviewParts = {
  visit: of(visit),
  order: nullable(of(registration)),
  form: nullable(of(dispatchForm)),
  completion: nullable(of(completion)),
  crew: list(of(crewMember)),
  machines: list(of(completionEquipment)),
  supplies: list(of(completionSupply)),
  charges: list(of(completionCharge)),
  collects: list(someRow('collection')),
  earlier: list(of(visit)),
  classes: list(photoClass),
  checks: list(check),
  reasons: list(reason),
};

/** A row of the queue: the visit or completion to confirm, with texts for the list. */
const waiting = <T>(row: AnswerShape<T>) =>
  record({ row, visitId: anyText, who: anyText, what: anyText, since: anyText, reasons: list(reason) });

export const visitsToConfirm = call(completion, 'toConfirm', {
  method: 'GET',
  needs: 'view',
  title: ['班组长待确认的任务', 'Visits that wait for their leader'],
  answer: record({ total: anyNumber, waiting: list(waiting(of(visit))) }),
});

export const completionsToCheck = call(completion, 'toCheck', {
  method: 'GET',
  needs: 'view',
  title: ['后台待确认的完工', 'Completions that wait for the back office'],
  answer: record({ total: anyNumber, waiting: list(waiting(of(completion))) }),
});

export const lookAtVisit = call(completion, 'look', {
  method: 'GET',
  needs: 'view',
  title: ['一次上门的全部内容与疑点', 'Everything about a visit, with what speaks against passing it'],
  query: { visitId: id(['任务', 'Visit'], { required: true }) },
  answer: record(reviewParts),
});

export type ReviewReason = AnswerOf<typeof reason>;
export type ReviewPhotoClass = AnswerOf<typeof photoClass>;
export type ReviewCheck = AnswerOf<typeof check>;
export type ReviewCase = AnswerOf<typeof lookAtVisit>;
export type ReviewQueue = AnswerOf<typeof visitsToConfirm> | AnswerOf<typeof completionsToCheck>;
export type WaitingReview = ReviewQueue['waiting'][number];
