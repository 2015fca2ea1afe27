import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, list, nullable, orEmpty, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { completion } from '../completion/completion.paper.ts';
import { bagItem, companyTerms, dayVisit, paymentWay } from './own-day.calls.ts';
import { annexType, wholeCompletion } from './whole-completion.calls.ts';

const oneVisit = { id: id(['任务', 'Visit'], { required: true }) };

export const completionOfOneVisit = call(visit, 'getCompleteDetail/{id}', {
  method: 'GET',
  needs: 'view',
  title: ['任务的完工单', 'Completion of a visit'],
  query: oneVisit,
  answer: orEmpty(wholeCompletion),
});

export const annexTypesOfVisit = call(visit, 'getAnnexType/{id}', {
  method: 'GET',
  needs: 'view',
  title: ['所需附件分类', 'Required attachment types'],
  query: oneVisit,
  answer: list(annexType),
});

const waiting = record({
  id: anyText,
  taskNo: anyText,
  taskStatus: anyText,
  planStart: anyText,
  technicianName: anyText,
  customerName: anyText,
});

/** Visits whose completion is not written yet, or was returned. */
export const visitsToWrite = call(completion, 'toWrite', {
  method: 'GET',
  needs: 'view',
  title: ['待登记完工的任务', 'Visits whose completion is to be written'],
  answer: list(waiting),
});

/** All data that the office needs to write the completion of a visit. */
export const readAtDoor = call(completion, 'atDoor', {
  method: 'GET',
  needs: 'view',
  title: ['登记完工所需', 'What a completion is written from'],
  query: { dispatchListId: id(['派工任务', 'Visit']), dispId: id(['派工单', 'Dispatch order']) },
  answer: record({
    now: anyText,
    /** Whether the completion may still be written. */ open: yesOrNo,
    /** Kilometres of the way to the visit as the product estimates them. */ km: nullable(anyText),
    visit: dayVisit,
    bag: list(bagItem),
    ways: list(paymentWay),
    terms: companyTerms,
  }),
});

export type DoorAnswer = AnswerOf<typeof readAtDoor>;
export type ToWrite = AnswerOf<typeof waiting>;
