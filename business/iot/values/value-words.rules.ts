import { englishDay } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { grouped } from '#kernel/language/plural.ts';
import { cutText } from '../ingest/clean-text.rules.ts';
import type { SchemaAttribute, Words } from '../models/model-schema.rules.ts';

const bothOf = ({ zh, en }: Words): Label => [zh, en ?? zh];

/** Return the number of decimals with which to show a property. */
function decimalsOf({ specs }: SchemaAttribute): number {
  if (specs?.precision !== undefined) return Math.min(specs.precision, 6);
  const [, part = ''] = String(specs?.step ?? '').split('.');
  return part.length;
}

const YES: Words = { zh: '是', en: 'Yes' };
const NO: Words = { zh: '否', en: 'No' };

const same = (text: string): Label => [text, text];

function dateWords(value: unknown): Label {
  const [day, minute] = new Date(Number(value) + 8 * 3_600_000).toISOString().slice(0, 16).split('T');
  return [`${day} ${minute}`, `${englishDay(day)} ${minute}`];
}

function enumWords({ specs }: SchemaAttribute, value: unknown): Label {
  const words = specs?.items?.[String(value)];
  return words ? bothOf(words) : same(String(value));
}

const truthWords = ({ specs }: SchemaAttribute, value: unknown): Label =>
  bothOf(value === true || value === 1 ? (specs?.trueText ?? YES) : (specs?.falseText ?? NO));

const numberWords = (one: SchemaAttribute, value: unknown): Label =>
  same(typeof value === 'number' ? numberText(value, decimalsOf(one), one.dataType ?? '') : String(value));

const wordsByType: Readonly<Record<string, (one: SchemaAttribute, value: unknown) => Label>> = {
  bool: truthWords,
  enum: enumWords,
  bitmap: (one, value) => bitsInWords(one, Number(value)),
  date: (_, value) => dateWords(value),
  int: numberWords,
  long: numberWords,
  float: numberWords,
  double: numberWords,
};

/** Return a value of a property in words, without its unit. */
export function propertyWords(one: SchemaAttribute, value: unknown): Label {
  if (value === null || value === undefined) return ['从未上报', 'Never reported'];
  const words = wordsByType[one.dataType ?? ''];
  if (words) return words(one, value);
  return same(typeof value === 'object' ? cutText(JSON.stringify(value), 200) : String(value));
}

/** Numbers from this size on are shown without decimals. */
const WHOLE_FROM = 1000;

const numberText = (value: number, decimals: number, dataType: string): string => {
  if (Math.abs(value) >= WHOLE_FROM) return grouped(Math.round(value));
  return dataType === 'int' || dataType === 'long'
    ? String(value)
    : value.toFixed(Math.max(decimals, Number.isInteger(value) ? decimals : 1));
};

/** Return the unit of a property; empty: none. */
export const unitOf = ({ unit }: Pick<SchemaAttribute, 'unit'>): string => (unit && unit !== '-' ? unit : '');

/** Durations in minutes from this size on (100 hours) are shown in hours. */
const HOURS_FROM_MIN = 6000;

/** Return a value and its unit as shown to people: numbers grouped, long durations in hours. */
export function shownValue(one: SchemaAttribute, value: unknown): { readonly text: Label; readonly unit: string } {
  if (one.aggregation === 'counter' && unitOf(one) === 'min' && typeof value === 'number' && value >= HOURS_FROM_MIN)
    return { text: same(grouped(Math.floor(value / 60))), unit: 'h' };
  return { text: propertyWords(one, value), unit: unitOf(one) };
}

function bitsInWords({ specs }: SchemaAttribute, value: number): Label {
  const set = Object.entries(specs?.bits ?? {}).filter(([bit]) => Math.floor(value / 2 ** Number(bit)) % 2 === 1);
  if (set.length === 0) return ['无', 'None'];
  return [set.map(([, words]) => words.zh).join('、'), set.map(([, words]) => words.en ?? words.zh).join(', ')];
}

/** Silence of a property on change without a stated one, in seconds. */
const SILENT_SECONDS = 900;

/**
 * Return the seconds for which a value counts as unchanged without a new one; null: the property comes periodically, so
 * silence is a gap.
 */
export const longestSilence = (one: SchemaAttribute): number | null =>
  one.reportMode === 'change' || isHeld(one) ? (one.maxSilentSec ?? SILENT_SECONDS) : null;

/** Group of a property on the page of its device. */
export type ValueGroup = 'setting' | 'measured' | 'counter' | 'state';

export const groupNames: Readonly<Record<ValueGroup, Label>> = {
  state: ['状态', 'State'],
  measured: ['测量', 'Measured'],
  setting: ['设定', 'Settings'],
  counter: ['累计', 'Counters'],
};

const NUMERIC = new Set(['int', 'long', 'float', 'double']);

/** Does a property have numbers, which can be drawn as a curve? */
export const isNumericProperty = ({ dataType }: SchemaAttribute): boolean => NUMERIC.has(dataType ?? '');

/** Does the property have a dead band, so that history omits small changes? */
export const isHeld = ({ deadband }: Pick<SchemaAttribute, 'deadband'>): boolean => Number(deadband ?? 0) > 0;

export function groupOf(one: SchemaAttribute): ValueGroup {
  if (one.aggregation === 'counter') return 'counter';
  if (one.accessMode === 'rw' || one.accessMode === 'w') return 'setting';
  return isNumericProperty(one) ? 'measured' : 'state';
}
