import { dict } from '#kernel/fields/dict/dict.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import type { Label } from '#kernel/language/label.ts';
import { receiptsType } from '#business/masterdata/dictionaries.ts';
import { collectType } from '#business/billing/dictionaries.ts';
import { cycleUnit, planBasis } from '../dictionaries.ts';

/** One season in which a visit is due: its first and last day (`MM-DD`), name, and minutes. */
export interface SeasonWindow {
  from: string;
  to: string;
  name: string;
  minutes?: number | string;
}

const seasonParts: readonly StructuredPart[] = [
  { name: 'from', label: ['开始（月-日）', 'First day (MM-DD)'], type: 'text', required: true },
  { name: 'to', label: ['结束（月-日）', 'Last day (MM-DD)'], type: 'text', required: true },
  { name: 'name', label: ['内容', 'Visit'], type: 'text', required: true },
  { name: 'minutes', label: ['工时（分）', 'Minutes'], type: 'number' },
];

/** Names of the visits by their order, for plans that do not follow seasons. */
export interface VisitName {
  name: string;
  minutes?: number | string;
}

const visitParts: readonly StructuredPart[] = [
  { name: 'name', label: ['内容', 'Visit'], type: 'text', required: true },
  { name: 'minutes', label: ['工时（分）', 'Minutes'], type: 'number' },
];

const copiedFrom = <const F extends string>(field: F) => ({ copied: { from: 'baseSchemeId', field } }) as const;

/** Terms of a template, which a sold contract copies. */
export const terms = {
  cycleNum: integer(['周期数', 'Every'], { required: true, list: true, min: '1', max: 1200 }),
  cycleUnit: dict(cycleUnit, ['周期单位', 'Unit'], { required: true, list: true, filter: 'exact' }),
  planBasis: dict(planBasis, ['推算基准', 'Basis'], { required: true, list: true, filter: 'exact' }),
  timesTotal: integer(['总次数', 'Visits in total'], { required: true, list: true, min: '1', max: 365 }),
};

/** The same terms in a sold contract. */
export const soldTerms = {
  cycleNum: integer(['周期数', 'Every'], { required: true, min: '1', max: 1200, ...copiedFrom('cycleNum') }),
  cycleUnit: dict(cycleUnit, ['周期单位', 'Unit'], { required: true, ...copiedFrom('cycleUnit') }),
  planBasis: dict(planBasis, ['推算基准', 'Basis'], { required: true, ...copiedFrom('planBasis') }),
  timesTotal: integer(['总次数', 'Visits in total'], {
    required: true,
    list: true,
    min: '1',
    max: 365,
    ...copiedFrom('timesTotal'),
  }),
};

const seasonsLabel: Label = ['季节窗口', 'Season windows'];
const namesLabel: Label = ['各次内容', 'Visits by number'];

export const seasonWindows = structured<SeasonWindow[], { rows: true; parts: readonly StructuredPart[] }>(
  seasonsLabel,
  { rows: true, parts: seasonParts },
);

export const visitNames = structured<VisitName[], { rows: true; parts: readonly StructuredPart[] }>(namesLabel, {
  rows: true,
  parts: visitParts,
});

export const coverTypes = dicts(receiptsType, ['免收的单据类型', 'Order types that it covers'], {
  initial: ['maintain', 'clean', 'inspect'],
});

export const coverScope = dicts(collectType, ['免收项目', 'Covered fees'], {
  help: ['不填为人工费和里程费', 'Empty: labour and mileage'],
});

/** Fields that a sold contract copies of its template. */
export const soldAuto = {
  coverTypes: dicts(receiptsType, ['免收的单据类型', 'Order types that it covers'], { auto: true }),
  coverScope: dicts(collectType, ['免收项目', 'Covered fees'], { auto: true }),
  seasonWindows: structured<SeasonWindow[], { auto: true; rows: true; parts: readonly StructuredPart[] }>(
    seasonsLabel,
    { auto: true, rows: true, parts: seasonParts },
  ),
  visitNames: structured<VisitName[], { auto: true; rows: true; parts: readonly StructuredPart[] }>(namesLabel, {
    auto: true,
    rows: true,
    parts: visitParts,
  }),
};

const DAY = /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Is this a day of a year, `MM-DD`, that every year has? */
export const isYearDay = (text: string): boolean =>
  DAY.test(text) && !(text.startsWith('02-') && text > '02-28') && !['04-31', '06-31', '09-31', '11-31'].includes(text);
