import { flag } from '#kernel/fields/flag/flag.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { money } from '#kernel/fields/money/money.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import type { ConditionSign } from './condition.rules.ts';

/** A field that a condition may compare. If there are several papers, its label names the paper. */
export interface PaperField {
  readonly name: string;
  readonly label: Label;
  /** People set the field; the server does not compute it. */ readonly isInput: boolean;
  /**
   * The field by which its value is typed. Absent if papers define it with different kinds, or only the drawing names
   * it.
   */
  readonly field?: Field;
}

/**
 * Return a field merged with the field of the same name on another paper. Labels are joined; the input stays only if
 * both are of one kind.
 */
function besideOther(name: string, field: Field, isInput: boolean, other: PaperField | undefined): PaperField {
  if (!other) return { name, label: field.label, isInput, field };
  const words = (at: 0 | 1): string =>
    other.label[at] === field.label[at] ? field.label[at] : `${other.label[at]} / ${field.label[at]}`;
  return {
    name,
    label: [words(0), words(1)],
    isInput: isInput || other.isInput,
    ...(other.field?.kind === field.kind && { field }),
  };
}

/** Return the fields of these papers, each name once. `inputsOf` returns the names of those that people set. */
export function paperFieldsOf(
  papers: readonly AnyPaper[],
  inputsOf: (paper: AnyPaper) => readonly string[] = () => [],
): PaperField[] {
  const found = new Map<string, PaperField>();
  for (const paper of papers) {
    const inputs = new Set(inputsOf(paper));
    const shown = (fieldsOf(paper) as [string, Field][]).filter(
      ([name, { wire, secret }]) => !wire && !secret && name !== paper.lifecycle?.field,
    );
    for (const [name, field] of shown) found.set(name, besideOther(name, field, inputs.has(name), found.get(name)));
  }
  return [...found.values()];
}

/** Return whether a field has a single scalar value in an expression, so that it can be compared. */
function isPlain(field: Field): boolean {
  const { pointsTo, beyondCell, sample } = kindOf(field);
  if (field.many || pointsTo === 'file' || beyondCell) return false;
  return pointsTo === 'row' || ['string', 'number', 'boolean'].includes(typeof sample(field, 1));
}

const DAYS: PaperField = {
  name: 'days',
  label: ['工作日天数', 'Working days'],
  isInput: false,
  field: quantity(['工作日天数', 'Working days']),
};
const MONEY: PaperField = {
  name: 'money',
  label: ['金额', 'Amount'],
  isInput: false,
  field: money(['金额', 'Amount']),
};
const PASS: PaperField = {
  name: 'pass',
  label: ['上一步同意', 'The step before approved'],
  isInput: false,
  field: flag(['上一步同意', 'The step before approved']),
};

/** Return the fields of papers for a condition, with the derived days and amount. */
export function factChoices(papers: readonly AnyPaper[]): PaperField[] {
  const fields = paperFieldsOf(papers).filter(({ field }) => !field || isPlain(field));
  const has = (...names: string[]): boolean => papers.some((paper) => names.every((name) => name in paper.fields));
  const facts = [
    ...(has('startTime', 'endTime') ? [DAYS] : []),
    ...(has('amount') || has('totalAmount') ? [MONEY] : []),
  ];
  return [...facts, ...fields.filter(({ name }) => !facts.some((fact) => fact.name === name))];
}

/**
 * Return what a condition of a drawing may compare: the previous decision, facts of the papers, and variables of the
 * drawing.
 */
export function drawnChoices(papers: readonly AnyPaper[], variables: readonly string[]): PaperField[] {
  const known = [PASS, ...factChoices(papers)];
  const own = [...new Set(variables)].filter((name) => !known.some((one) => one.name === name));
  return [...known, ...own.map((name): PaperField => ({ name, label: [name, name], isInput: false }))];
}

const EQUALS: readonly ConditionSign[] = ['==', '!='];
const EMPTY: readonly ConditionSign[] = ['empty', 'notEmpty'];
const ORDER: readonly ConditionSign[] = ['>', '>=', '<', '<='];

/** Return the operators that apply to a field; undefined if the field is unknown, which allows all. */
export function offeredSigns(field: Field | undefined): readonly ConditionSign[] | undefined {
  if (!field) return undefined;
  const { number, time, chosen } = kindOf(field);
  if (typeof kindOf(field).sample(field, 1) === 'boolean') return ['yes', 'no'];
  if (number || time) return [...EQUALS, ...ORDER, ...EMPTY];
  return chosen ? [...EQUALS, ...EMPTY] : [...EQUALS, 'contains', ...EMPTY];
}

/** Return whether values of a field are always texts in an expression, also if they look like numbers. */
export const isTextual = (field: Field | undefined): boolean =>
  field !== undefined && kindOf(field).number === undefined && typeof kindOf(field).sample(field, 1) !== 'boolean';
