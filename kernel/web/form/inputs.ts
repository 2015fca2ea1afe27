import { kindOf } from '#kernel/fields/kinds.ts';
import { asksWhy } from '#kernel/fields/paper-fields.ts';
import { hides } from '#kernel/fields/mask.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { type WireRow, isOnBehalf, mayDo } from '../registry/rows.ts';
import { inputNames } from './groups.ts';

export type ShownWhen = Readonly<
  Record<string, { readonly field: string; readonly is: readonly unknown[] } | undefined>
>;

/** Return whether a field is shown, by its `shownWhen` condition. A hidden field stores no value. */
export function isFieldShown(
  name: string,
  when: ShownWhen | undefined,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const rule = when?.[name];
  return !rule || rule.is.includes(values[rule.field]);
}

/** Return the names of the fields in the same form that limit the choices of this one. */
export function narrowedBy(field: Field): readonly string[] {
  const { within, depends = {} } = field as { within?: string; depends?: Readonly<Record<string, string>> };
  return [...Object.values(depends), ...(within ? [within] : [])];
}

/** Return a function that tells whether a field may be edited in the present state of the row. */
export function editable(of: AnyPaper, row: WireRow | null): (name: string) => boolean {
  const life = of.lifecycle;
  // Other rows refer to a row by its code (`key`), so it cannot be changed after the creation.
  if (!row || !life) return (name) => !row || name !== of.key;
  const rule = life.editable[String(row[life.field])];
  return (name) => rule === 'all' || (Array.isArray(rule) && rule.includes(name));
}

const none: ReadonlySet<string> = new Set();

/**
 * Return the names of the fields whose change also changes other fields. Only the form shows those, so a list cannot
 * edit them.
 */
const leading = (of: AnyPaper): ReadonlySet<string> =>
  new Set(
    fieldsOf(of).flatMap(([, field]) => [
      ...narrowedBy(field),
      ...(field.copied && !field.auto ? [field.copied.from] : []),
    ]),
  );

/**
 * Return the fields of the form that can be edited within a list. Left out are masked fields, fields whose change also
 * changes other fields, and fields that need more room.
 */
export function cellNames(of: AnyPaper, own: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  if (of.readOnly || of.tree) return [];
  const brings = leading(of);
  return inputNames(of, own).filter((name) => {
    const field = of.fields[name];
    const { pointsTo, embedsPictures, beyondCell } = kindOf(field);
    return (
      field.list &&
      !field.secret &&
      !field.sealed &&
      !hides(field.personal) &&
      // Its change asks for a reason, which only the form has room for.
      !(asksWhy(field) && of.fields.reason === undefined) &&
      !isPaperNumber(field) &&
      !brings.has(name) &&
      pointsTo !== 'file' &&
      !embedsPictures &&
      !beyondCell
    );
  });
}

/** Return which of these fields the person may change in this row now. */
export function editableCells(of: AnyPaper, names: readonly string[], row: WireRow): ReadonlySet<string> {
  if (!names.length || !mayDo(row, 'edit') || isOnBehalf(row, 'edit')) return none;
  const may = editable(of, row);
  return new Set(names.filter((name) => may(name) && isFieldShown(name, of.shownWhen, row)));
}
