import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, choiceOf } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  choice,
  list,
  map,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { kpiDay } from './kpi-day.paper.ts';

/** Which days, teams and systems are asked about. */
const narrowing = {
  from: day(['从', 'From'], { required: true }),
  to: day(['到', 'To'], { required: true }),
  team: dict(customerServiceTeam, ['班组', 'Team']),
  system: dict(repairType, ['系统类别', 'System']),
};

/** A figure of a span: a number, or a share of `den` in per cent; null where there is nothing to divide by. */
const figure = { value: nullable(anyNumber), num: anyNumber, den: anyNumber };

/** A list that adds up to a figure, as it was when the figure was reckoned. */
const drill = record({ path: anyText, query: map(anyText) });

const tile = record({
  metric: anyText,
  unit: choice('count', 'money', 'percent'),
  ...figure,
  /** Of the span that it is compared with; absent where no day of it was reckoned. */
  before: nullable(record(figure)),
  /** Is the change good or bad? Empty where it is neither, or too small to say. */
  verdict: choice('better', 'worse', ''),
  /** Numbers that belong to it: how many are older than a week, how many rows its list has. */
  facts: map(anyNumber),
  /** Late changes may still come. */
  provisional: yesOrNo,
  drill: nullable(drill),
});

/** Tiles of a span beside those of another; those that the person may not read are named without a value. */
export const kpiTiles = call(kpiDay, 'tiles', {
  method: 'GET',
  needs: 'look',
  title: ['经营指标', 'Figures of the business'],
  query: { ...narrowing, lastYear: flag(['比去年同期', 'Against last year'], { initial: false }) },
  answer: record({
    /** When the figures of the last day were reckoned; empty where none were. */
    reckoned: anyText,
    from: anyText,
    to: anyText,
    beforeFrom: anyText,
    beforeTo: anyText,
    tiles: list(tile),
    /** Figures that need a right which the person has not. */
    withheld: list(anyText),
  }),
});

/** Figures of weeks that end with a day, the oldest first, and of the same weeks a year before where they were reckoned. */
export const kpiSeries = call(kpiDay, 'series', {
  method: 'GET',
  needs: 'look',
  title: ['指标走势', 'Figures by week'],
  query: {
    to: narrowing.to,
    team: narrowing.team,
    system: narrowing.system,
    metric: text(['指标，逗号分隔', 'Figures, by commas'], { max: 300 }),
  },
  answer: list(
    record({
      metric: anyText,
      points: list(record({ from: anyText, to: anyText, value: nullable(anyNumber), lastYear: nullable(anyNumber) })),
    }),
  ),
});

const part = record({
  metric: anyText,
  ...figure,
  before: record(figure),
  facts: map(anyNumber),
  drill: nullable(drill),
});

/** The figures of a span by team or by system; rows without one stand under an empty key. */
export const kpiBreakdown = call(kpiDay, 'breakdown', {
  method: 'GET',
  needs: 'look',
  title: ['指标分解', 'Figures by team or system'],
  query: {
    ...narrowing,
    by: choiceOf(['分解方式', 'By'], ['team', 'system'], { required: true }),
    lastYear: flag(['比去年同期', 'Against last year'], { initial: false }),
  },
  answer: list(record({ key: anyText, figures: list(part) })),
});

/** What a technician did in the last thirty days, and in the thirty before them. */
export const kpiMine = call(kpiDay, 'mine', {
  method: 'GET',
  needs: 'person',
  title: ['我的指标', 'My figures'],
  answer: record({
    /** When the figures were reckoned last; empty where none were. */ reckoned: anyText,
    figures: list(
      record({
        metric: choice('visits', 'minutes', 'firstFix', 'utilisation', 'wages'),
        unit: choice('count', 'minutes', 'percent', 'money'),
        value: nullable(anyNumber),
        before: nullable(anyNumber),
      }),
    ),
  }),
});

export type OwnFigures = AnswerOf<NonNullable<typeof kpiMine.answer>>;
export type Tile = AnswerOf<typeof tile>;
export type TilesAnswer = AnswerOf<typeof kpiTiles>;
export type SeriesAnswer = AnswerOf<typeof kpiSeries>;
export type BreakdownAnswer = AnswerOf<typeof kpiBreakdown>;
