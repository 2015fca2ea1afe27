import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, choiceOf } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  map,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { FIGURE_PLACES, FIGURE_UNITS } from '#business/system/quality/figures/figure.rules.ts';
import { kpiDay } from './kpi-day.paper.ts';

/** The days, team and system of a query. */
const narrowing = {
  from: day(['从', 'From'], { required: true }),
  to: day(['到', 'To'], { required: true }),
  team: dict(customerServiceTeam, ['班组', 'Team']),
  system: dict(repairType, ['系统类别', 'System']),
};

/** The value of a figure: `num`, or for a share the percentage of `num` in `den`, null if `den` is 0. */
const figure = { value: nullable(anyNumber), num: anyNumber, den: anyNumber };

/** Address and filters of the list from which a figure is counted. */
const drill = record({ path: anyText, query: map(anyText) });

const tile = record({
  metric: anyText,
  unit: choice(...FIGURE_UNITS),
  ...figure,
  /** The value in the compared span; null if none of its days was counted. */
  before: nullable(record(figure)),
  /** Whether the change is good or bad; empty if it is neutral or too small. */
  verdict: choice('better', 'worse', ''),
  /** Further numbers by their name, such as the rows older than a week, or the number of rows of a sum. */
  facts: map(anyNumber),
  /** Is the span so recent that late changes may still come? */
  provisional: yesOrNo,
  drill: nullable(drill),
});

/** The description of a figure for pages: labels, unit, and where it is shown. */
const figureFace = record({
  metric: anyText,
  label: bothLanguages,
  /** A shorter label for narrow places. */
  short: bothLanguages,
  unit: choice(...FIGURE_UNITS),
  /** The direction in which a change is good: 1 up, -1 down, 0 neither. */
  good: anyNumber,
  /** Smallest change that is judged: a share of the value, or percentage points. */
  least: anyNumber,
  shown: list(choice(...FIGURE_PLACES)),
  provisionalDays: nullable(anyNumber),
  /** Values below or above these are shown in red. */
  limit: nullable(record({ below: nullable(anyNumber), above: nullable(anyNumber) })),
  /** Name of the figure of which the tile shows this one as a share; null for none. */
  shareOf: nullable(anyText),
  /** A further number that the tile shows, by its name in `facts`. */
  fact: nullable(record({ name: anyText, label: bothLanguages, short: bothLanguages, limit: anyNumber })),
  /** The note that the tile shows while the figure is incomplete, by its name in `facts`. */
  pending: nullable(record({ name: anyText, label: bothLanguages })),
});

/**
 * Returns the tiles of a span, each compared with an earlier span. Figures that the caller may not read are only named.
 */
export const kpiTiles = call(kpiDay, 'tiles', {
  method: 'GET',
  needs: 'look',
  title: ['经营指标', 'Figures of the business'],
  query: { ...narrowing, lastYear: flag(['比去年同期', 'Against last year'], { initial: false }) },
  answer: record({
    /** When the figures were last computed; empty if never. */
    reckoned: anyText,
    from: anyText,
    to: anyText,
    beforeFrom: anyText,
    beforeTo: anyText,
    tiles: list(tile),
    /** Names of figures for which the caller lacks a right. */
    withheld: list(anyText),
    /** Descriptions of all figures that the answer names, in their order. */
    figures: list(figureFace),
  }),
});

/**
 * Returns figures by week, the oldest first, up to a last day. `lastYear` is the same week a year before, null if it
 * was not counted.
 */
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

/** Returns the figures of a span by team or system. Rows without one have an empty key. */
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

/** Returns the technician's own figures of the last thirty days, and of the thirty days before. */
export const kpiMine = call(kpiDay, 'mine', {
  method: 'GET',
  needs: 'person',
  title: ['我的指标', 'My figures'],
  answer: record({
    /** When the figures were last computed; empty if never. */ reckoned: anyText,
    figures: list(
      record({
        metric: anyText,
        label: bothLanguages,
        unit: choice(...FIGURE_UNITS),
        value: nullable(anyNumber),
        before: nullable(anyNumber),
      }),
    ),
  }),
});

export type OwnFigures = AnswerOf<NonNullable<typeof kpiMine.answer>>;
export type ShownFigure = AnswerOf<typeof figureFace>;
export type Tile = AnswerOf<typeof tile>;
export type TilesAnswer = AnswerOf<typeof kpiTiles>;
export type SeriesAnswer = AnswerOf<typeof kpiSeries>;
export type BreakdownAnswer = AnswerOf<typeof kpiBreakdown>;
