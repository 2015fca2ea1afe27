import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf, fieldOf } from '#kernel/language/paper.ts';
import { kindOf } from './kinds.ts';
import { hides } from './mask.ts';

/** Return the columns of a list with a sum: no computed values, and none that some readers see masked. */
export const summedFields = (of: AnyPaper): [name: string, field: Field][] =>
  fieldsOf(of).filter(
    ([, field]) =>
      field.list &&
      (field.sum ?? kindOf(field).sums) &&
      !field.computed &&
      (!field.personal || field.personal === 'shown'),
  );

/**
 * Return the whole-number field by which people arrange rows by hand; undefined for papers with another order (time,
 * document number).
 */
export function orderedBy(paper: AnyPaper): string | undefined {
  const by = paper.order?.by;
  const field = by === undefined ? undefined : fieldOf(paper, by);
  return field && !paper.order?.down && !paper.readOnly && kindOf(field).number === 'whole' ? by : undefined;
}

/** Does a change of the field ask for an optional reason? Phones, addresses and names of persons do. */
export const asksWhy = (field: Field): boolean =>
  !field.auto && !field.computed && (kindOf(field).asksWhy === true || field.personal === 'shown');

/**
 * Does a change of these fields ask for an optional reason? A paper with a field `reason` has none, since its input has
 * that name.
 */
export const changeAsksWhy = (of: AnyPaper, names: readonly string[]): boolean =>
  of.fields.reason === undefined && fieldsOf(of).some(([name, field]) => names.includes(name) && asksWhy(field));

/**
 * Return whether a list may group by a field: a filter with few distinct values (choices, references, days), never a
 * masked one.
 */
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
