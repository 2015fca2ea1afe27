import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { isPaperNumber } from '#kernel/language/field.ts';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { type WireRow, isOnBehalf, mayDo } from '../registry/rows.ts';
import { narrowedBy } from './copied.ts';
import { type FormValues, isFieldShown } from './form-state.ts';
import { inputNames } from './groups.ts';
import { linesIn } from './lines-in.ts';

/** What a form begins with; a copy goes on saying whose copy it is, in a kept draft too. */
export function initialValues(of: AnyPaper, row: WireRow | null, start: FormValues): FormValues {
  const names = inputNames(of);
  const fields = of.fields as Record<string, { initial?: unknown }>;
  const lines = linesIn(of).map(({ name }) => [name, row ? row[name] : (start[name] ?? [])]);
  return Object.fromEntries([
    ...names.map((name) => [name, row ? (row[name] ?? null) : (start[name] ?? fields[name].initial ?? null)]),
    ...lines,
    ...(start._copyOf ? [['_copyOf', start._copyOf]] : []),
  ]);
}

/** What may be changed by hand in the state the row is in. */
export function editable(of: AnyPaper, row: WireRow | null): (name: string) => boolean {
  const life = of.lifecycle as Lifecycle | undefined;
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
