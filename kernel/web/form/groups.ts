import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';

export interface FieldGroup {
  readonly label: Label | null;
  readonly names: readonly string[];
}

/** How the form is divided: as the definition says; what it does not name stands at the end. */
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

/** What a person may type: everything that the product does not set itself. A secret of which only a hash is kept is typed where the screen of the paper has an input for it. */
export const inputNames = (of: AnyPaper, own: Readonly<Record<string, unknown>> = {}): string[] =>
  fieldsOf(of)
    .filter(
      ([name, field]) =>
        !field.auto && !field.computed && !field.wire && (!field.secret || field.sealed || Object.hasOwn(own, name)),
    )
    .map(([name]) => name);
