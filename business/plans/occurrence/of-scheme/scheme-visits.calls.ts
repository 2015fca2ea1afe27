import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, of, record } from '#kernel/language/calls/shape.ts';
import { planOccurrence } from '../plan-occurrence.paper.ts';

/** The work order of a visit: its number and state. */
const visitOrder = record({ id: anyText, no: anyText, state: anyText });

export const visitsOfScheme = call(planOccurrence, 'ofScheme', {
  method: 'GET',
  needs: 'view',
  title: ['方案的各次保养', 'Planned visits of a contract'],
  query: { schemeId: id(['方案', 'Contract'], { required: true }) },
  answer: record({
    today: anyText,
    /** Days ahead within which a visit is registered. */ registerDays: anyNumber,
    visits: list(of(planOccurrence)),
    orders: list(visitOrder),
  }),
});

export type SchemeVisits = AnswerOf<(typeof visitsOfScheme)['answer']>;
