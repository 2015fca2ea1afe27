import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';

export interface FieldGroup {
  readonly label: Label | null;
  readonly names: readonly string[];
}

/** Return the groups of a form as the definition lists them; remaining fields come last. */
export function fieldGroupsOf(of: AnyPaper, names: readonly string[]): FieldGroup[] {
  const wanted = new Set(names);
  const groups = (of.groups ?? []).map((group): FieldGroup => ({
    label: group.label,
    names: group.fields.filter((name) => wanted.has(name)),
  }));
  const named = new Set(groups.flatMap((group) => group.names));
  const rest = names.filter((name) => !named.has(name));
  return [
    ...groups,
    { label: of.groups?.length && rest.length ? (['其他', 'Other'] as const) : null, names: rest },
  ].filter((group) => group.names.length > 0);
}

/**
 * Return the names of the fields that a person may enter: those that neither the product nor an import sets. A hashed
 * secret is among them only if the paper's screen has an input for it.
 */
export const inputNames = (of: AnyPaper, own: Readonly<Record<string, unknown>> = {}): string[] =>
  fieldsOf(of)
    .filter(
      ([name, field]) =>
        !field.auto &&
        !field.computed &&
        !field.wire &&
        !field.sheetOnly &&
        (!field.secret || field.sealed || Object.hasOwn(own, name)),
    )
    .map(([name]) => name);
