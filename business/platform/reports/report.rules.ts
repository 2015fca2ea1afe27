import type { Kind } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { summedFields } from '#kernel/fields/paper-fields.ts';
import { department } from '#kernel/fields/department/department.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf, storedFields } from '#kernel/language/paper.ts';
import type { Measure } from './report-file.paper.ts';

/** Can two values of this kind be compared? */
const compares = (kind: Kind): boolean => kind.operators.includes('equal');

/** Fields that every row has in addition to those of its paper. */
const MADE: Readonly<Record<string, Field>> = {
  createTime: moment(['创建时间', 'Made in']),
  createUser: person(['创建人', 'Made by']),
  createDept: department(['创建部门', 'Department']),
  updateTime: moment(['修改时间', 'Changed']),
};

/** Return a field of a paper, or one that every row has. */
export const reportField = (of: AnyPaper, name: string): Field | undefined =>
  Object.hasOwn(of.fields, name) ? of.fields[name] : Object.hasOwn(MADE, name) ? MADE[name] : undefined;

const isMasked = ({ personal }: Field): boolean => personal !== undefined && personal !== 'shown';

/** May the field be grouped and summed? A masked one may not: its groups would show the values. */
const isOpen = (field: Field): boolean => !field.secret && !isMasked(field) && !field.many;

type Named = readonly (readonly [name: string, label: Label])[];
const labelled = (fields: readonly (readonly [string, Field])[]): Named =>
  fields.map(([name, field]) => [name, field.label] as const);
const made = Object.entries(MADE);
const stored = (of: AnyPaper, fits: (field: Field) => boolean): [string, Field][] =>
  storedFields(of).filter(([, field]) => isOpen(field) && fits(field));

/** Can the field be a column of text? Fields that are drawn, such as pictures, cannot. */
const isLabelled = (field: Field): boolean => compares(kindOf(field)) && !kindOf(field).drawn;

/** Can it be a condition? Phone numbers cannot: every reader of the query would see them. */
const isAsked = (field: Field): boolean => compares(kindOf(field)) && !kindOf(field).foundByTail;

/** Return the fields that may be columns of a list report, in the order of the definition. */
export const columnFields = (of: AnyPaper): Named =>
  labelled([
    ...fieldsOf(of).filter(([, field]) => !field.secret && !field.wire && !field.sealed && isLabelled(field)),
    ...made,
  ]);

/** Return the fields that rows can be grouped by. */
export const groupFields = (of: AnyPaper): Named =>
  labelled([
    ...made.slice(0, 3),
    ...stored(of, (field) => kindOf(field).groups === true && !(kindOf(field).freeText === 'line' && field.unique)),
  ]);

/** Return the fields with numbers to aggregate. */
export const sumFields = (of: AnyPaper): Named => labelled(stored(of, (field) => kindOf(field).number !== undefined));

/** Is the sum of this column shown by default? */
export const isSummedAtFirst = (of: AnyPaper, name: string): boolean =>
  summedFields(of).some(([one]) => one === name) ||
  (Object.hasOwn(of.fields, name) && kindOf(of.fields[name]).sums === true);

/** Return the fields for conditions; masked ones are left out, since the query shows its values to every reader. */
export const conditionFields = (of: AnyPaper): readonly (readonly [string, Field])[] =>
  [...made, ...storedFields(of)].filter(
    ([, field]) => !field.secret && !field.sealed && !isMasked(field) && isAsked(field),
  );

/** May a list be ordered by the field? Masked fields may not: the order would reveal their values. */
export function canOrder(of: AnyPaper, name: string): boolean {
  const field = reportField(of, name);
  return Boolean(field && isOpen(field) && !field.computed && kindOf(field).orders);
}

export const has = (fields: Named, name: string): boolean => fields.some(([one]) => one === name);

/** Does the field hold a time, which is grouped by day, month or year? */
export function isTime(of: AnyPaper, name: string): boolean {
  const field = reportField(of, name);
  return field !== undefined && kindOf(field).time !== undefined;
}

/** Return the measures of a report without duplicates; if it has none, the count of rows. */
export const measuresOf = ({ measures }: { readonly measures?: readonly Measure[] | null }): readonly Measure[] => {
  const unique = (measures ?? []).filter(
    (one, at, all) => all.findIndex((other) => keyOf(other) === keyOf(one)) === at,
  );
  return unique.length ? unique : [{ how: 'count' }];
};

/** Return the key that orders by a measure: `count`, `sum.amount` … */
export const keyOf = ({ how, name }: Measure): string => (how === 'count' ? how : `${how}.${name ?? ''}`);

const HOW: Readonly<Record<Measure['how'], Label>> = {
  count: ['数量', 'Rows'],
  sum: ['合计', 'sum'],
  average: ['平均', 'average'],
  min: ['最小', 'minimum'],
  max: ['最大', 'maximum'],
};

/** Return the label of a measure: 金额合计, "Amount, sum". */
export function measureLabel(of: AnyPaper, { how, name }: Measure): Label {
  const label = reportField(of, name ?? '')?.label;
  return how === 'count' || !label ? HOW[how] : [`${label[0]}${HOW[how][0]}`, `${label[1]}, ${HOW[how][1]}`];
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * Return first and last day of a named span that ends with `today` (`yyyy-MM-dd`), or of the last month; null if it is
 * unlimited.
 */
export function daysOfSpan(span: string, today: string): { readonly from: string; readonly to: string } | null {
  const at = (year: number, month: number, day: number): string => dayOf(new Date(Date.UTC(year, month, day)));
  const [year, month, day] = today.split('-').map(Number);
  if (span === 'last7') return { from: at(year, month - 1, day - 6), to: today };
  if (span === 'last30') return { from: at(year, month - 1, day - 29), to: today };
  if (span === 'thisMonth') return { from: at(year, month - 1, 1), to: today };
  if (span === 'lastMonth') return { from: at(year, month - 2, 1), to: at(year, month - 1, 0) };
  return span === 'thisYear' ? { from: at(year, 0, 1), to: today } : null;
}

/** Is a report with this schedule delivered today? Weekly means Monday. */
export function isDue(schedule: string, today: string): boolean {
  const day = new Date(`${today}T00:00:00Z`);
  return (
    schedule === 'daily' ||
    (schedule === 'weekly' && day.getUTCDay() === 1) ||
    (schedule === 'monthly' && day.getUTCDate() === 1)
  );
}
