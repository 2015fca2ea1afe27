import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { lastOf } from '#kernel/language/must.ts';
import { type AnyPaper, fieldsOf, fieldOf } from '#kernel/language/paper.ts';
import { type FormValues, isUntouchedMask } from '../form-state.ts';

/**
 * Return the groups of fields whose values must be unique and that people enter. For lines a group may contain the
 * reference to the header (`parent`).
 */
export const uniqueKeysOf = (of: AnyPaper, parent?: string): string[][] =>
  [
    ...fieldsOf(of)
      .filter(([, field]) => field.unique)
      .map(([name]) => [name]),
    ...(of.uniques ?? []).map((names) => names.map(String)),
  ].filter((names) =>
    names.every((name) => {
      const field = fieldOf(of, name);
      return field && (name === parent || (!field.auto && !field.computed));
    }),
  );

/** Return whether the server can search for this value: it is neither empty, masked nor invalid. */
export const isDistinguishing = (field: Field, value: unknown): boolean =>
  !isEmpty(value) && !isUntouchedMask(field, value) && 'value' in kindOf(field).accept(value, field);

export const keyText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/** Problems by the name of the field: a label, or a text from the server. */
export type ProblemsByField = Readonly<Record<string, Label | string>>;

export const fieldsWithLines = (paper: AnyPaper): Readonly<Record<string, Field>> =>
  paper.fields as Readonly<Record<string, Field>>;

/**
 * Return, per line, the duplicates of earlier lines under the same header. Each is reported at the last field of its
 * group.
 */
export function doubledIn(paper: AnyPaper, parent: string, rows: readonly FormValues[]): ProblemsByField[] {
  const fields = fieldsWithLines(paper);
  const keys = uniqueKeysOf(paper, parent)
    .map((names) => names.filter((name) => name !== parent))
    .filter((names) => names.length > 0);
  const same = (names: readonly string[], one: FormValues, other: FormValues): boolean =>
    names.every((name) => isDistinguishing(fields[name], one[name]) && keyText(one[name]) === keyText(other[name]));
  return rows.map((row, at): ProblemsByField =>
    Object.fromEntries(
      keys.flatMap((names) => {
        const first = rows.findIndex((other, index) => index < at && same(names, row, other));
        const name = lastOf(names);
        return first < 0
          ? []
          : [[name, [`与第${first + 1}行的${fields[name].label[0]}相同`, `The same as in line ${first + 1}`] as const]];
      }),
    ),
  );
}
