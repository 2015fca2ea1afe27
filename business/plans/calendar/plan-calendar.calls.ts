import { day } from '#kernel/fields/day/day.ts';
import { text } from '#kernel/fields/text/text.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, choice, list, nullable, of, record } from '#kernel/language/calls/shape.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { planStatus } from '../dictionaries.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';

/** Minutes of a team on a day, and its planned visits. */
const teamDay = record({
  day: anyText,
  capacity: anyNumber,
  /** Work orders that are dispatched. */ known: anyNumber,
  /** Repairs that usually come on this weekday. */ usual: anyNumber,
  /** Booked plans. */ booked: anyNumber,
  /** Plans that are not booked. */ planned: anyNumber,
  /** Planned visits, booked or not. */ count: anyNumber,
});

const calendarTeam = record({ team: anyText, people: anyNumber, count: anyNumber, days: list(teamDay) });

/** A planned visit on the calendar, with the names of its place. */
const planRow = of(
  planOccurrence,
  [
    'id',
    'planNo',
    'customerName',
    'content',
    'schemeName',
    'occurrenceNo',
    'planStatus',
    'planDate',
    'expectDate',
    'windowFrom',
    'windowTo',
    'stdMinutes',
    'overdueDays',
    'pushCount',
    'customerReply',
    'registrationFormId',
    'escalated',
  ],
  { premises: anyText, address: anyText, timesTotal: anyNumber },
);

/** Filters of the calendar. Without states it shows the open visits. */
export const planFilters = {
  schemeTypeId: refs('schemeType', ['方案类型', 'Contract type'], { max: 50 }),
  premisesId: refs('premises', ['楼盘', 'Premises'], { max: 50 }),
  planStatus: dicts(planStatus, ['状态', 'State']),
};

export const planCalendar = call(planOccurrence, 'calendar', {
  method: 'GET',
  needs: 'view',
  title: ['保养日历', 'Calendar of maintenance plans'],
  query: {
    from: day(['开始日期', 'From']),
    ...planFilters,
  },
  answer: record({
    today: anyText,
    from: anyText,
    to: anyText,
    /** Load above which plans move to another day, in percent. */ limit: anyNumber,
    days: list(record({ day: anyText, kind: choice('work', 'rest', 'statutory'), name: anyText })),
    teams: list(calendarTeam),
    counts: record({ visits: anyNumber, contracts: anyNumber, above: anyNumber, over: anyNumber }),
    /** The day with the highest load above the limit, and the day to which most of its plans can move. */
    relief: nullable(
      record({ team: anyText, day: anyText, visits: anyNumber, to: nullable(anyText), count: anyNumber }),
    ),
    overdue: record({
      all: anyNumber,
      over15: anyNumber,
      over7: anyNumber,
      /** Days after which a plan is escalated to customer service. */ first: anyNumber,
      /** Days after which it is escalated to the leader. */ second: anyNumber,
      rows: list(planRow),
    }),
  }),
});

export const plansOfDay = call(planOccurrence, 'day', {
  method: 'GET',
  needs: 'view',
  title: ['某班组某天的保养', 'Planned visits of a team on a day'],
  query: {
    team: text(['班组', 'Team'], { required: true, max: 32 }),
    date: day(['日期', 'Day'], { required: true }),
    ...planFilters,
  },
  answer: record({ visits: list(planRow), /** Names of people on leave. */ away: list(anyText) }),
});

export const planBundles = call(planOccurrence, 'bundles', {
  method: 'GET',
  needs: 'view',
  title: ['顺路合并', 'Trips that serve several homes'],
  query: {
    from: day(['开始日期', 'From']),
    to: day(['结束日期', 'To']),
    team: dict(customerServiceTeam, ['班组', 'Team']),
    schemeTypeId: planFilters.schemeTypeId,
    premisesId: planFilters.premisesId,
  },
  answer: list(
    record({
      premisesId: anyText,
      premises: anyText,
      team: anyText,
      day: anyText,
      minutes: anyNumber,
      homes: list(
        record({
          registerMainId: anyText,
          customerName: anyText,
          address: anyText,
          content: anyText,
          /** Keys of the names of the contracts. */ schemes: list(anyText),
          from: anyText,
          to: anyText,
          minutes: anyNumber,
          ids: list(anyText),
        }),
      ),
    }),
  ),
});

export type PlanCalendar = AnswerOf<(typeof planCalendar)['answer']>;
export type PlanRow = AnswerOf<typeof planRow>;
export type TeamDayShape = AnswerOf<typeof teamDay>;
