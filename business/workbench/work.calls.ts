import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, optional, record } from '#kernel/language/calls/shape.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { pileOfWork } from '#business/masterdata/piles/pile.calls.ts';

/** Forms of a day: how many came, how many were accepted and how fast, and at which hours. */
const pulse = record({ came: anyNumber, accepted: anyNumber, minutes: anyNumber, hours: list(anyNumber) });

/** The work that waits for who asks, and for who works on forms, how the day goes against the same weekday a week before. */
export const readWork = call(repairForm, 'blade-maintenance/webApi/desk/work', {
  method: 'GET',
  needs: 'person',
  title: ['工作台', 'Workbench'],
  answer: record({
    piles: list(pileOfWork),
    /** Of which day the calls are told: today, or the last day with some. */ day: optional(anyText),
    today: optional(pulse),
    before: optional(pulse),
  }),
});

export type Pulse = AnswerOf<typeof pulse>;
export type WorkbenchAnswer = AnswerOf<typeof readWork>;
