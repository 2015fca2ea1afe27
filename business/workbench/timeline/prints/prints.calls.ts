import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, nullable, of, record } from '#kernel/language/calls/shape.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { checkLimits, reviewParts } from '#business/completion/review/review.calls.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';

const oneForm = { id: id(['派工单', 'Dispatch order'], { required: true }) };
const oneCompletion = { id: id(['完工单', 'Completion'], { required: true }) };

/** Content of a printed dispatch form. */
export const printDispatch = call(dispatchForm, 'printDetailsById', {
  method: 'GET',
  needs: 'view',
  title: ['派工单打印内容', 'Content of a printed dispatch order'],
  query: oneForm,
  answer: record({
    company: anyText,
    form: of(dispatchForm),
    order: nullable(of(registration)),
    machines: list(of(registrationEquipment)),
    crew: list(of(crewMember)),
    history: list(of(registration)),
    checks: list(record(checkLimits)),
    parts: list(record({ name: anyText, qty: anyText, reason: anyText })),
  }),
});

/**
 * Counts and logs a print. Returns the customer's phone in clear to readers who may see it. The log entry of the print
 * is also the record of this reveal.
 */
export const countDispatchPrint = call(dispatchForm, 'updatePrintById', {
  method: 'POST',
  needs: 'view',
  title: ['记录打印', 'Count a printed dispatch order'],
  body: oneForm,
  answer: record({ id: anyText, printCount: anyNumber, phone: nullable(anyText) }),
});

/** Returns the content of a printed completion. */
export const printCompletion = call(completion, 'printDetailsById', {
  method: 'GET',
  needs: 'view',
  title: ['服务报告打印内容', 'Content of a printed report'],
  query: oneCompletion,
  answer: record({ company: anyText, ...reviewParts }),
});

export const countCompletionPrint = call(completion, 'updatePrintById', {
  method: 'POST',
  needs: 'view',
  title: ['记录打印', 'Count a printed report'],
  body: oneCompletion,
  answer: record({ id: anyText, printCount: anyNumber }),
});

export type DispatchPrint = AnswerOf<typeof printDispatch>;
export type CompletionPrint = AnswerOf<typeof printCompletion>;
