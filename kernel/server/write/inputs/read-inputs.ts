import { type Accepted, isEmpty, malformed, missing, problem, tooLong } from '#kernel/fields/kind.ts';
import { isDay } from '#kernel/fields/day/day.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { eachOf, partsOf } from '#kernel/fields/many.ts';
import {
  type AnyCall,
  type CalendarField,
  type CallInputOf,
  type CalendarForm,
  type ExactField,
  type ExtrasOf,
  type Inputs,
  type LinesField,
  type ListFilters,
  type OneOfField,
  type SentRow,
  isCalendarField,
  isDraftField,
  isExactField,
  isFiltersField,
  isLinesField,
  isOneOfField,
  isSeveralField,
  isUnreadField,
} from '#kernel/language/calls/call.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper, FieldName, Row } from '#kernel/language/paper.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import { asksNothing } from '../../list/filter-values.ts';
import { refuseProblems } from '../checks/read-body.ts';

type Values = Readonly<Record<string, unknown>>;

/** Old clients send the words `undefined` and `null` for nothing. */
const isAbsent = (given: unknown): boolean => isEmpty(given) || (typeof given === 'string' && asksNothing(given));

/** Is it sent as nothing, where that means something? */
const empties = (field: Field, given: unknown): boolean =>
  field.canEmpty === true && given !== undefined && isEmpty(given);

const isObject = (given: unknown): given is Values =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** No lines at all is a value: they are to go. So is a row of which nothing is said: there shall be one. */
const isNotThere = (field: Field, given: unknown): boolean =>
  !field.required && ((isLinesField(field) && Array.isArray(given)) || (isDraftField(field) && isObject(given)))
    ? false
    : isAbsent(given);

/** A row that its writer sends: its fields are read when it is saved, and so is what its behaviour takes besides. */
const sentRow = (given: Values, besides: Inputs = {}, only?: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(given).filter(([name]) => !Object.hasOwn(besides, name) && (!only || only.includes(name))),
  );

/** Whatever is not asked otherwise; the list itself reads it. */
const filtersIn = (given: Values, inputs: Inputs): ListFilters =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([name, value]) => !Object.hasOwn(inputs, name) && ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  );

function linesOf(
  field: LinesField,
  given: unknown,
): { value: unknown[]; problems: FieldProblem[] } | { problem: Label } {
  if (!Array.isArray(given)) return malformed(field) as { problem: Label };
  const { plain } = field;
  const all: unknown[] = plain ? given.map((one) => (isObject(one) ? one : { [plain]: one })) : given;
  if (!all.every(isObject)) return malformed(field) as { problem: Label };
  if (given.length > field.most)
    return problem(
      `${field.label[0]}最多${field.most}行,收到${given.length}行`,
      `${field.label[1]}: at most ${field.most} rows, ${given.length} were sent`,
    ) as { problem: Label };
  if (field.rowsOf) return { value: all.map((row) => sentRow(row)), problems: [] };
  const rows = all.map((row) => inputsIn(field.each, row));
  return { value: rows.map((row) => row.values), problems: rows.flatMap((row) => row.problems) };
}

function exactOf(field: ExactField, given: unknown): Accepted {
  if (typeof given !== 'string' && typeof given !== 'number') return malformed(field);
  const text = String(given);
  return text.length > field.most ? tooLong(field, field.most) : { value: text };
}

function oneOfThem({ label, among }: OneOfField, given: unknown): Accepted {
  const word = typeof given === 'string' ? given.trim() : given;
  return among.some((one) => one === word)
    ? { value: word }
    : problem(`${label[0]}只能是 ${among.join('、')}`, `${label[1]} is one of ${among.join(', ')}`);
}

/** What makes a day of each form: the first one of a month or a year. */
const FIRST_DAY: Readonly<Record<CalendarForm, string>> = { day: '', month: '-01', year: '-01-01' };
const FORM_WORDS: Readonly<Record<CalendarForm, Label>> = {
  day: ['日期', 'a day'],
  month: ['月份', 'a month'],
  year: ['年份', 'a year'],
};

function calendarOf({ label, forms }: CalendarField, given: unknown): Accepted {
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : '';
  if (forms.some((form) => isDay(`${text}${FIRST_DAY[form]}`))) return { value: text };
  const [zh, en] = [0, 1].map((at) => forms.map((form) => FORM_WORDS[form][at]));
  return problem(`${label[0]}应为${zh.join('或')}`, `${label[1]} is ${en.join(' or ')}`);
}

/** A row of which its writer says nothing but that there shall be one. */
const draftOrNothing = (field: Field, given: unknown): Accepted =>
  given === true || given === 'true' ? { value: {} } : malformed(field);

function readOne(field: Field, given: unknown): Accepted & { problems?: FieldProblem[] } {
  if (isLinesField(field)) return linesOf(field, given);
  if (isExactField(field)) return exactOf(field, given);
  if (isCalendarField(field)) return calendarOf(field, given);
  if (isOneOfField(field)) return oneOfThem(field, given);
  if (isUnreadField(field)) return { value: given };
  if (isSeveralField(field))
    return eachOf(partsOf(given), field, field.most, (part) => kindOf(field.item).accept(part, field.item));
  if (isDraftField(field)) return isObject(given) ? { value: sentRow(given) } : draftOrNothing(field, given);
  return kindOf(field).accept(given, field);
}

const isOfCalls = (field: Field): boolean =>
  [isLinesField, isDraftField, isExactField, isOneOfField, isCalendarField, isUnreadField, isSeveralField].some((is) =>
    is(field),
  );

const words = (field: Field): Label =>
  isOfCalls(field)
    ? (field.missing ?? [`请填写${field.label[0]}`, `${field.label[1]} is missing`])
    : missing(kindOf(field), field);

function inputsIn(inputs: Inputs, given: Values): { values: Record<string, unknown>; problems: FieldProblem[] } {
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(inputs)) {
    if (isDraftField(field) && field.isWhole) {
      values[name] = sentRow(given, inputs, field.only);
      continue;
    }
    if (isFiltersField(field)) {
      values[name] = filtersIn(given, inputs);
      continue;
    }
    if (isNotThere(field, given[name])) {
      values[name] = empties(field, given[name]) ? (field.many ? [] : '') : (field.initial ?? null);
      if (field.required) problems.push({ field: name, words: words(field) });
      continue;
    }
    const read = readOne(field, given[name]);
    if ('problem' in read) problems.push({ field: name, words: read.problem });
    else {
      values[name] = read.value;
      problems.push(...(read.problems ?? []));
    }
  }
  return { values, problems };
}

/** One field of a row that its writer sent, read by its kind; null where there is nothing that can be read. */
export function sentField<P extends AnyPaper, const N extends FieldName<P>>(
  paper: P,
  row: SentRow<P>,
  name: N,
): Row<P>[N] | null {
  const given: unknown = row[name];
  if (isAbsent(given)) return null;
  const field = paper.fields[name];
  const read = kindOf(field).accept(given, field);
  return 'problem' in read ? null : (read.value as Row<P>[N]);
}

const DRAFT = { draft: flag(['存草稿', 'Keep as a draft'], { initial: false }) };

/** What a body carries besides the fields of its row; null where the product writes by itself. */
export const readExtras = (paper: AnyPaper, body: Values | undefined): ExtrasOf<AnyPaper> | null =>
  body ? (readInputs({ ...paper.extras, ...DRAFT }, body) as ExtrasOf<AnyPaper>) : null;

/** What a call asks, read by the kinds of its fields; refuses with every problem there is. What is not asked is left out. */
export function readInputs(inputs: Inputs, given: Values): Record<string, unknown> {
  const { values, problems } = inputsIn(inputs, given);
  refuseProblems(problems);
  return values;
}

/** Read the input of a call by its kinds: what is read has the types that the call declares. */
export const readCall = <C extends AnyCall>(_of: C, inputs: Inputs, given: Values): CallInputOf<C> =>
  readInputs(inputs, given) as CallInputOf<C>;
