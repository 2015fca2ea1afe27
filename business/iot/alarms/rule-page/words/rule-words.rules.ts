import type { Label, Language } from '#kernel/language/label.ts';
import { alarmLevel, iotUnit } from '../../../devices/dictionaries.ts';
import type { SchemaAttribute } from '../../../models/model-schema.rules.ts';
import { propertyWords } from '../../../values/value-words.rules.ts';
import {
  type ClearRule,
  type Comparison,
  type Condition,
  type ConditionOperator,
  type CreateRule,
  extensionKey,
  isComparison,
} from '../../rules/rule-shape.rules.ts';

/** Finds the attribute of a model by its identifier; undefined: the model has none. */
export type PropertyOf = (identifier: string) => SchemaAttribute | undefined;

/**
 * A piece of a sentence about a rule. `tone`: `strong` emphasizes a value, a level gives the piece the colour of that
 * level.
 */
export interface SaidPiece {
  readonly text: string;
  readonly tone?: 'strong' | 'critical' | 'major' | 'minor' | 'info';
}

/** Names of the operators in the editor. */
export const operatorLabels: Readonly<Record<ConditionOperator, Label>> = {
  lt: ['小于', 'below'],
  le: ['不大于', 'at most'],
  gt: ['大于', 'above'],
  ge: ['不小于', 'at least'],
  eq: ['为', 'is'],
  ne: ['不为', 'is not'],
  between: ['在…之间', 'between'],
  outside: ['在…之外', 'outside'],
  in: ['是其中之一', 'one of'],
  contains: ['含有', 'contains'],
  bit: ['的位置位', 'has bit'],
  changed: ['有变化', 'changes'],
  rising: ['上升达到', 'rises by'],
  falling: ['下降达到', 'falls by'],
  rate: ['每分钟变化达到', 'changes per minute by'],
};

export const propertyName = (property: string, propertyOf: PropertyOf): Label => {
  const one = propertyOf(property);
  return one ? [one.name, one.nameEn || one.name] : [property, property];
};

export const unitOfProperty = (one: SchemaAttribute | undefined): Label => {
  const words = one?.unit && one.unit !== '-' ? iotUnit.items[one.unit as keyof typeof iotUnit.items] : undefined;
  return words ? [words[0], words[1]] : ['', ''];
};

const both = (words: Label, how: (text: string, at: 0 | 1) => string): Label => [how(words[0], 0), how(words[1], 1)];

/** Return a single value in words, without its unit. */
function singleWords(value: unknown, one: SchemaAttribute | undefined): Label {
  const isPlainNumber = typeof value === 'number' && one?.dataType !== 'enum' && one?.dataType !== 'bool';
  return isPlainNumber || !one ? [String(value), String(value)] : propertyWords(one, value);
}

/** Return several values in words: a list for `in`, otherwise the two ends of a range. */
function severalWords(value: readonly unknown[], op: ConditionOperator, one: SchemaAttribute | undefined): Label {
  const parts = value.map((each) => singleWords(each, one));
  const [zh, en] = op === 'in' ? ['、', ', '] : [' 到 ', ' and '];
  return [parts.map(([text]) => text).join(zh), parts.map(([, text]) => text).join(en)];
}

function bitWords(value: unknown, one: SchemaAttribute | undefined): Label {
  const bit = one?.specs?.bits?.[String(value)];
  return bit ? [bit.zh, bit.en ?? bit.zh] : [`第 ${String(value)} 位`, `bit ${String(value)}`];
}

const LIMITS: Readonly<Record<string, Label>> = {
  $min: ['下限', 'its lower limit'],
  $max: ['上限', 'its upper limit'],
};

/** Return the right side of a comparison in words, with its unit. */
function valueWords({ prop, op, value }: Comparison, propertyOf: PropertyOf): Label {
  const one = propertyOf(prop);
  const unit = unitOfProperty(one);
  const withUnit = (words: Label): Label => both(words, (text, at) => (unit[at] ? `${text} ${unit[at]}` : text));
  if (typeof value === 'string' && LIMITS[value]) return LIMITS[value];
  const key = extensionKey(value);
  if (key !== null) return [`设备参数 ${key}`, `the device’s ${key}`];
  if (Array.isArray(value)) return withUnit(severalWords(value, op, one));
  if (typeof value === 'object' && value !== null && 'prop' in value)
    return propertyName(String(value.prop), propertyOf);
  if (op === 'bit') return bitWords(value, one);
  return typeof value === 'number' ? withUnit(singleWords(value, one)) : singleWords(value, one);
}

const strong = (text: string): SaidPiece => ({ text, tone: 'strong' });

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const ENGLISH_IS: readonly string[] = ['lt', 'le', 'gt', 'ge', 'between', 'outside', 'in'];
const CHINESE_ENDS: Readonly<Record<string, readonly [string, string]>> = {
  between: ['在 ', ' 之间'],
  outside: ['在 ', ' 之外'],
  in: ['是 ', ' 之一'],
  bit: ['报', ''],
};

/** Return one comparison as pieces of a sentence, with its value emphasized. */
export function comparisonSaid(one: Comparison, propertyOf: PropertyOf, language: Language): SaidPiece[] {
  const at = language === 'en' ? 1 : 0;
  const name = propertyName(one.prop || '…', propertyOf)[at];
  if (one.op === 'changed') return [{ text: at ? `${name} changes` : `${name}有变化` }];
  const value = strong(isEmpty(one.value) ? '…' : valueWords(one, propertyOf)[at]);
  const label = operatorLabels[one.op]?.[at] ?? one.op;
  if (at) return [{ text: `${name} ${ENGLISH_IS.includes(one.op) ? 'is ' : ''}${label} ` }, value];
  const [begin, end] = CHINESE_ENDS[one.op] ?? [`${label} `, ''];
  return [{ text: `${name}${begin}` }, value, ...(end ? [{ text: end }] : [])];
}

/** Return a condition as pieces of a sentence, joined by “and” or “or”. */
export function conditionSaid(
  condition: Condition | null | undefined,
  propertyOf: PropertyOf,
  language: Language,
): SaidPiece[] {
  const join = (parts: readonly (Comparison | Condition)[], words: Label): SaidPiece[] =>
    parts.flatMap((one, at) => [
      ...(at > 0 ? [{ text: words[language === 'en' ? 1 : 0] }] : []),
      ...(isComparison(one)
        ? comparisonSaid(one, propertyOf, language)
        : [
            { text: language === 'en' ? '(' : '（' },
            ...conditionSaid(one, propertyOf, language),
            { text: language === 'en' ? ')' : '）' },
          ]),
    ]);
  const all = join(condition?.all ?? [], ['、', ' and ']);
  const any = join(condition?.any ?? [], ['或', ' or ']);
  return all.length > 0 && any.length > 0
    ? [...all, { text: language === 'en' ? ' and ' : '，且' }, ...any]
    : [...all, ...any];
}

/** Return a duration in words: 30 秒, 2 分钟, 1 小时 30 分钟. */
export function secondsWords(seconds: number): Label {
  if (!Number.isFinite(seconds)) return ['…', '…'];
  if (seconds < 60 || seconds % 60 !== 0) return [`${seconds} 秒`, `${seconds} s`];
  const minutes = seconds / 60;
  if (minutes < 60) return [`${minutes} 分钟`, `${minutes} min`];
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? [`${hours} 小时`, `${hours} h`] : [`${hours} 小时 ${rest} 分钟`, `${hours} h ${rest} min`];
}

const KINDS: Readonly<Record<string, Label>> = {
  offline: ['离线', 'it is offline'],
  no_data: ['没有数据', 'it sends no data'],
  flapping: ['上下线', 'it goes on and off'],
};

export interface SaidRule {
  readonly alarmType: string;
  readonly createRules: readonly CreateRule[];
  readonly clearRule?: ClearRule | null;
  /** Name of the trouble code that a rule of that kind waits for; absent: it is not known here. */
  readonly codeName?: string;
}

/** Return the state or event that a kind of rule waits for without a condition; undefined: it needs a condition. */
function kindSaid({ alarmType, codeName }: SaidRule): Label | undefined {
  if (alarmType !== 'trouble_code') return KINDS[alarmType];
  return codeName
    ? [`设备报故障码 ${codeName}`, `the device reports the code ${codeName}`]
    : ['设备报这个故障码', 'the device reports this code'];
}

/**
 * Return the end of a level's clause: its hold time, or the number of hits and the time within which they must come.
 */
function timesSaid({ mode, holdSec, count, windowSec }: CreateRule, language: Language): SaidPiece[] {
  const at = language === 'en' ? 1 : 0;
  if (mode === 'duration')
    return [
      { text: at ? ' for ' : ' 满 ' },
      strong(secondsWords(Number(holdSec ?? Number.NaN))[at]),
      ...(at ? [] : [{ text: '就' }]),
    ];
  if (mode !== 'repeat') return at ? [] : [{ text: '就' }];
  const window = secondsWords(Number(windowSec ?? Number.NaN))[at];
  return at
    ? [{ text: ', ' }, strong(`${count ?? '…'} times`), { text: ' within ' }, strong(window)]
    : [{ text: '，' }, strong(window), { text: '内 ' }, strong(`${count ?? '…'} 次`), { text: '就' }];
}

/** Return the clause that says when a level is raised: the event or state of its kind, and its condition. */
function subjectSaid(rule: CreateRule, of: SaidRule, propertyOf: PropertyOf, language: Language): SaidPiece[] {
  const at = language === 'en' ? 1 : 0;
  const event: Label | undefined = rule.event ? [`发生事件 ${rule.event}`, `event ${rule.event} comes`] : undefined;
  const kind = (kindSaid(of) ?? event)?.[at];
  const condition = conditionSaid(rule.condition, propertyOf, language);
  if (!kind) return condition.length > 0 ? condition : [{ text: '…' }];
  return condition.length > 0 ? [{ text: kind }, { text: at ? ' and ' : '、' }, ...condition] : [{ text: kind }];
}

function levelSaid(rule: CreateRule, of: SaidRule, propertyOf: PropertyOf, language: Language): SaidPiece[] {
  const at = language === 'en' ? 1 : 0;
  const words = alarmLevel.items[rule.level as keyof typeof alarmLevel.items];
  const level: SaidPiece = { text: words?.[at] ?? rule.level, tone: rule.level as SaidPiece['tone'] };
  const when = subjectSaid(rule, of, propertyOf, language);
  const times = timesSaid(rule, language);
  return at ? [level, { text: ' when ' }, ...when, ...times] : [...when, ...times, { text: '报' }, level];
}

/** Return the end of a sentence, which says when the alarm is over, without a condition of its own. */
const overSaid = ({ alarmType }: SaidRule, isHeld: boolean): { readonly en: string; readonly zh: Label } =>
  alarmType === 'trouble_code'
    ? { en: '; over when it no longer does', zh: ['；不再报', isHeld ? '才算好' : '就算好'] }
    : { en: '; over when that no longer holds', zh: ['；条件不再成立', isHeld ? '才算好' : '就算好'] };

/** Return the clause that says when the alarm is over. */
function clearSaid(rule: SaidRule, propertyOf: PropertyOf, language: Language): SaidPiece[] {
  const isEnglish = language === 'en';
  const clear = rule.clearRule?.condition ? conditionSaid(rule.clearRule.condition, propertyOf, language) : [];
  const held = Number(rule.clearRule?.holdSec ?? 0);
  const words = secondsWords(held)[isEnglish ? 1 : 0];
  const hold: SaidPiece[] = held > 0 ? [{ text: isEnglish ? ' for ' : ' 满 ' }, strong(words)] : [];
  const over = overSaid(rule, held > 0);
  if (isEnglish) return clear.length > 0 ? [{ text: '; over when ' }, ...clear, ...hold] : [{ text: over.en }, ...hold];
  return clear.length > 0
    ? [{ text: '；' }, ...clear, ...hold, { text: '才算好' }]
    : [{ text: over.zh[0] }, ...hold, { text: over.zh[1] }];
}

/** Return a rule as one sentence in one language, in pieces. */
export function ruleSentence(rule: SaidRule, propertyOf: PropertyOf, language: Language): SaidPiece[] {
  const [between, end] = language === 'en' ? ['; ', '.'] : ['；', '。'];
  const levels = rule.createRules.flatMap((one, index) => [
    ...(index > 0 ? [{ text: between }] : []),
    ...levelSaid(one, rule, propertyOf, language),
  ]);
  return [...levels, ...clearSaid(rule, propertyOf, language), { text: end }];
}

/** Return a sentence as plain text. */
export const plainSentence = (said: readonly SaidPiece[]): string => said.map(({ text }) => text).join('');
