import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { type WireRow, isOnBehalf, mayDo } from '../registry/rows.ts';
import { inputNames } from './groups.ts';

export type ShownWhen = Readonly<
  Record<string, { readonly field: string; readonly is: readonly unknown[] } | undefined>
>;

/** Is the input shown now? What is hidden keeps no value. */
export function isFieldShown(
  name: string,
  when: ShownWhen | undefined,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const rule = when?.[name];
  return !rule || rule.is.includes(values[rule.field]);
}

/** Among whose values the choices of this field lie: the fields of the same form that narrow them. */
export function narrowedBy(field: Field): readonly string[] {
  const { within, depends = {} } = field as { within?: string; depends?: Readonly<Record<string, string>> };
  return [...Object.values(depends), ...(within ? [within] : [])];
}

/** What may be changed by hand in the state the row is in. */
export function editable(of: AnyPaper, row: WireRow | null): (name: string) => boolean {
  const life = of.lifecycle;
  // What others keep of a row stays what it is.
  if (!row || !life) return (name) => !row || name !== of.key;
  const rule = life.editable[String(row[life.field])];
  return (name) => rule === 'all' || (Array.isArray(rule) && rule.includes(name));
}

const none: ReadonlySet<string> = new Set();

/** Fields that change others with them: which ones, is seen in the form. */
const leading = (of: AnyPaper): ReadonlySet<string> =>
  new Set(
    fieldsOf(of).flatMap(([, field]) => [
      ...narrowedBy(field),
      ...(field.copied && !field.auto ? [field.copied.from] : []),
    ]),
  );

/**
 * The fields of a row that can be changed one by one where the row stands in a list: those of its form, but for what is masked, what brings
 * others along, and what needs more room. Whoever changes a row on behalf of others says why, in the form.
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
      !isPaperNumber(field) &&
      !brings.has(name) &&
      pointsTo !== 'file' &&
      !embedsPictures &&
      !beyondCell
    );
  });
}

/** Of these fields, the ones that this person may change in this row now. */
export function editableCells(of: AnyPaper, names: readonly string[], row: WireRow): ReadonlySet<string> {
  if (!names.length || !mayDo(row, 'edit') || isOnBehalf(row, 'edit')) return none;
  const may = editable(of, row);
  return new Set(names.filter((name) => may(name) && isFieldShown(name, of.shownWhen, row)));
}
