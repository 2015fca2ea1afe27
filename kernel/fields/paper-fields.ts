import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf, fieldOf } from '#kernel/language/paper.ts';
import { kindOf } from './kinds.ts';
import { hides } from './mask.ts';

/** The columns of a list that are added up: never what is computed when read, nor what some readers see masked. */
export const summedFields = (of: AnyPaper): [name: string, field: Field][] =>
  fieldsOf(of).filter(
    ([, field]) =>
      field.list &&
      (field.sum ?? kindOf(field).sums) &&
      !field.computed &&
      (!field.personal || field.personal === 'shown'),
  );

/** The field that people put rows in order by; none where rows stand in an order of their own (by time, by number). */
export function orderedBy(paper: AnyPaper): string | undefined {
  const by = paper.order?.by;
  const field = by === undefined ? undefined : fieldOf(paper, by);
  return field && !paper.order?.down && !paper.readOnly && kindOf(field).number === 'whole' ? by : undefined;
}

/** May the rows of a list stand in groups by it? What it is filtered by, of few values that mean the same: choices, what it points at, days; never what is masked. */
export function groupsList(field: Field): boolean {
  const { groups, choices, pointsTo, time } = kindOf(field);
  return Boolean(
    groups &&
    (field.dictionary || choices || pointsTo || time) &&
    field.filter &&
    !field.computed &&
    !field.many &&
    !field.secret &&
    !field.veiled &&
    !field.wire &&
    !hides(field.personal),
  );
}
