import { isDay } from '#kernel/fields/day/typed-moment.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { type Accepted, isEmpty, malformed, missing, problem, tooLong } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { eachOf, partsOf } from '#kernel/fields/many.ts';
import {
  type AnyCall,
  type CalendarField,
  type CalendarForm,
  type CallInputOf,
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
import type { ActStep } from '../act.ts';
import type { ReadExtras } from '../found.ts';
import { refuseProblems } from '../steps/values.ts';

type Values = Readonly<Record<string, unknown>>;

/** Is an input empty? Old clients send the words `undefined` and `null` for an empty value. */
const isAbsent = (input: unknown): boolean => isEmpty(input) || (typeof input === 'string' && asksNothing(input));

/** Was the input sent empty, in a field where that differs from not sent? */
const empties = (field: Field, input: unknown): boolean =>
  field.canEmpty === true && input !== undefined && isEmpty(input);

const isObject = (input: unknown): input is Values =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/**
 * Is an input absent? An empty list of lines is a value: it removes all. An empty object for a draft is one too: it
 * requests a row without values.
 */
const isNotThere = (field: Field, input: unknown): boolean =>
  !field.required && ((isLinesField(field) && Array.isArray(input)) || (isDraftField(field) && isObject(input)))
    ? false
    : isAbsent(input);

/** Return the values of a sent row, without extras. They are read by their kinds when the row is saved. */
const sentRow = (input: Values, extras: Inputs = {}, only?: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(input).filter(([name]) => !Object.hasOwn(extras, name) && (!only || only.includes(name))),
  );

/** Return the sent values that are no declared inputs, as texts: the list reads them as filters. */
const filtersIn = (input: Values, inputs: Inputs): ListFilters =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([name, value]) => !Object.hasOwn(inputs, name) && ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  );

function linesOf(
  field: LinesField,
  input: unknown,
): { value: unknown[]; problems: FieldProblem[] } | { problem: Label } {
  if (!Array.isArray(input)) return malformed(field) as { problem: Label };
  const { plain } = field;
  const all: unknown[] = plain ? input.map((one) => (isObject(one) ? one : { [plain]: one })) : input;
  if (!all.every(isObject)) return malformed(field) as { problem: Label };
  if (input.length > field.most)
    return problem(
      `${field.label[0]}最多${field.most}行,收到${input.length}行`,
      `${field.label[1]}: at most ${field.most} rows, ${input.length} were sent`,
    ) as { problem: Label };
  if (field.rowsOf) return { value: all.map((row) => sentRow(row)), problems: [] };
  const rows = all.map((row) => inputsIn(field.each, row));
  return { value: rows.map((row) => row.values), problems: rows.flatMap((row) => row.problems) };
}

function exactOf(field: ExactField, input: unknown): Accepted {
  if (typeof input !== 'string' && typeof input !== 'number') return malformed(field);
  const text = String(input);
  return text.length > field.most ? tooLong(field, field.most) : { value: text };
}

function oneOfThem({ label, among }: OneOfField, input: unknown): Accepted {
  const word = typeof input === 'string' ? input.trim() : input;
  return among.some((one) => one === word)
    ? { value: word }
    : problem(`${label[0]}只能是 ${among.join('、')}`, `${label[1]} is one of ${among.join(', ')}`);
}

/** Text that completes a month or a year to its first day. */
const FIRST_DAY: Readonly<Record<CalendarForm, string>> = { day: '', month: '-01', year: '-01-01' };

const FORM_WORDS: Readonly<Record<CalendarForm, Label>> = {
  day: ['日期', 'a day'],
  month: ['月份', 'a month'],
  year: ['年份', 'a year'],
};

function calendarOf({ label, forms }: CalendarField, input: unknown): Accepted {
  const text = typeof input === 'number' ? String(input) : typeof input === 'string' ? input.trim() : '';
  if (forms.some((form) => isDay(`${text}${FIRST_DAY[form]}`))) return { value: text };
  const [zh, en] = [0, 1].map((at) => forms.map((form) => FORM_WORDS[form][at]));
  return problem(`${label[0]}应为${zh.join('或')}`, `${label[1]} is ${en.join(' or ')}`);
}

/** Read `true` as a new row without values. */
const draftOrNothing = (field: Field, input: unknown): Accepted =>
  input === true || input === 'true' ? { value: {} } : malformed(field);

function readOne(field: Field, input: unknown): Accepted & { problems?: FieldProblem[] } {
  if (isLinesField(field)) return linesOf(field, input);
  if (isExactField(field)) return exactOf(field, input);
  if (isCalendarField(field)) return calendarOf(field, input);
  if (isOneOfField(field)) return oneOfThem(field, input);
  if (isUnreadField(field)) return { value: input };
  if (isSeveralField(field))
    return eachOf(partsOf(input), field, field.most, (part) => kindOf(field.item).accept(part, field.item));
  if (isDraftField(field)) return isObject(input) ? { value: sentRow(input) } : draftOrNothing(field, input);
  return kindOf(field).accept(input, field);
}

const isOfCalls = (field: Field): boolean =>
  [isLinesField, isDraftField, isExactField, isOneOfField, isCalendarField, isUnreadField, isSeveralField].some((is) =>
    is(field),
  );

const words = (field: Field): Label =>
  isOfCalls(field)
    ? (field.missing ?? [`请填写${field.label[0]}`, `${field.label[1]} is missing`])
    : missing(kindOf(field), field);

function inputsIn(inputs: Inputs, input: Values): { values: Record<string, unknown>; problems: FieldProblem[] } {
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(inputs)) {
    if (isDraftField(field) && field.isWhole) {
      values[name] = sentRow(input, inputs, field.only);
      continue;
    }
    if (isFiltersField(field)) {
      values[name] = filtersIn(input, inputs);
      continue;
    }
    if (isNotThere(field, input[name])) {
      values[name] = empties(field, input[name]) ? (field.many ? [] : '') : (field.initial ?? null);
      if (field.required) problems.push({ field: name, words: words(field) });
      continue;
    }
    const read = readOne(field, input[name]);
    if ('problem' in read) problems.push({ field: name, words: read.problem });
    else {
      values[name] = read.value;
      problems.push(...(read.problems ?? []));
    }
  }
  return { values, problems };
}

/** Return one field of a sent row, read by its kind; null where it is absent or unreadable. */
export function sentField<P extends AnyPaper, const N extends FieldName<P>>(
  paper: P,
  row: SentRow<P>,
  name: N,
): Row<P>[N] | null {
  const input: unknown = row[name];
  if (isAbsent(input)) return null;
  const field = paper.fields[name];
  const read = kindOf(field).accept(input, field);
  return 'problem' in read ? null : (read.value as Row<P>[N]);
}

const DRAFT = { draft: flag(['存草稿', 'Keep as a draft'], { initial: false }) };

/** Return the extras of a body, or of a new row that the product creates; null for other writes of the product. */
export const readExtras = (paper: AnyPaper, body: Values | undefined): ExtrasOf<AnyPaper> | null =>
  body ? (readInputs({ ...paper.extras, ...DRAFT }, body) as ExtrasOf<AnyPaper>) : null;

/** Read the inputs of a call by their kinds. Refuse with all problems at once. Unknown inputs are left out. */
export function readInputs(inputs: Inputs, input: Values): Record<string, unknown> {
  const { values, problems } = inputsIn(inputs, input);
  refuseProblems(problems);
  return values;
}

/** Read the input of a call by its kinds, typed as the call declares it. */
export const readCall = <C extends AnyCall>(_of: C, inputs: Inputs, input: Values): CallInputOf<C> =>
  readInputs(inputs, input) as CallInputOf<C>;

/** Read the extras of a body. */
export const extras: ActStep<ReadExtras> = {
  name: 'extras',
  kind: 'read',
  run: ({ act: { paper, input, isBody, kind } }) => ({
    extra: readExtras(paper, isBody || (kind === 'insert' && input.length === 1) ? input[0] : undefined),
  }),
};
