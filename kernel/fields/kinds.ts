import type { Field } from '#kernel/language/field.ts';
import { kinds } from './generated/kinds.ts';
import type { Kind } from './kind.ts';

/** The kind that is called so; undefined for names of none. */
export const kindNamed = (name: string): Kind | undefined => (Object.hasOwn(kinds, name) ? kinds[name] : undefined);

/** The kind of a field. */
export function kindOf(field: Pick<Field, 'kind'>): Kind {
  const kind = kindNamed(field.kind);
  if (!kind) throw new Error(`no kind ${field.kind}`);
  return kind;
}
