import { dict } from '#kernel/fields/dict/dict.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, nullable, of, record } from '#kernel/language/calls/shape.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';

export const planSheet = call(planOccurrence, 'sheet', {
  method: 'GET',
  needs: 'view',
  title: ['保养计划表', 'Sheet of planned visits'],
  query: {
    schemeId: id(['方案', 'Contract']),
    team: dict(customerServiceTeam, ['班组', 'Team']),
    month: text(['月份', 'Month'], { max: 7 }),
  },
  answer: record({
    company: anyText,
    /** The contract of the sheet; null for the sheet of a team. */
    scheme: nullable(
      of(scheme, ['id', 'schemeNo', 'schemeName', 'customerName', 'startDate', 'endDate', 'timesTotal']),
    ),
    /** The number of all visits, of which the sheet lists the first. */
    total: anyNumber,
    visits: list(of(planOccurrence)),
    /** Addresses of homes, by the service file. */
    homes: list(record({ id: anyText, address: anyText })),
  }),
});

export type PlanSheet = AnswerOf<(typeof planSheet)['answer']>;
