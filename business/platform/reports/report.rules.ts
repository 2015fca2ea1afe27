import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';

const GROUPS = new Set(['dict', 'ref', 'person', 'department', 'flag', 'day', 'moment', 'text', 'integer']);
const CHOICES = new Set(['dict', 'flag']);
const NUMBERS = new Set(['money', 'price', 'quantity', 'integer', 'rate']);

/** Rows of every paper may be grouped by when they were made, and by whom. */
export const MADE: Readonly<Record<string, { readonly label: Label; readonly kind: string; readonly paper?: string }>> = {
  createTime: { label: ['创建时间', 'Made in'], kind: 'moment' }, createUser: { label: ['创建人', 'Made by'], kind: 'person', paper: 'user' },
};

/** What is masked for everybody cannot be grouped or added up: the answer would be the data itself. */
const isOpen = (field: Field): boolean => !field.secret && (field.personal === undefined || field.personal === 'shown') && !field.many;

type Named = readonly (readonly [name: string, label: Label])[];
const named = (of: AnyPaper, fits: (field: Field) => boolean): Named => storedFields(of).filter(([, field]) => isOpen(field) && fits(field)).map(([name, field]) => [name, field.label] as const);

/** The fields of a paper by which its rows may be grouped. */
export const groupFields = (of: AnyPaper): Named => [...Object.entries(MADE).map(([name, { label }]) => [name, label] as const), ...named(of, (field) => GROUPS.has(field.kind) && !(field.kind === 'text' && field.unique))];

/** The fields that can be added up. */
export const sumFields = (of: AnyPaper): Named => named(of, (field) => NUMBERS.has(field.kind));

/** The fields whose values are few enough to be chosen from. */
export const choiceFields = (of: AnyPaper): Named => named(of, (field) => CHOICES.has(field.kind));

export const has = (fields: Named, name: string): boolean => fields.some(([one]) => one === name);

/** Is a date grouped by? Then its unit counts. */
export const isTime = (of: AnyPaper, name: string): boolean => ['day', 'moment'].includes(MADE[name]?.kind ?? (of.fields[name] as Field | undefined)?.kind ?? '');

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The days a span covers, both included, counted from a day (`yyyy-MM-dd`); null where it is not limited. */
export function daysOf(span: string, today: string): { readonly from: string; readonly to: string } | null {
  const at = (year: number, month: number, day: number): string => dayOf(new Date(Date.UTC(year, month, day)));
  const [year, month, day] = today.split('-').map(Number);
  if (span === 'last7') return { from: at(year, month - 1, day - 6), to: today };
  if (span === 'last30') return { from: at(year, month - 1, day - 29), to: today };
  if (span === 'thisMonth') return { from: at(year, month - 1, 1), to: today };
  if (span === 'lastMonth') return { from: at(year, month - 2, 1), to: at(year, month - 1, 0) };
  return span === 'thisYear' ? { from: at(year, 0, 1), to: today } : null;
}

/** Is a report delivered on a day? */
export function isDue(schedule: string, today: string): boolean {
  const day = new Date(`${today}T00:00:00Z`);
  return schedule === 'daily' || (schedule === 'weekly' && day.getUTCDay() === 1) || (schedule === 'monthly' && day.getUTCDate() === 1);
}
