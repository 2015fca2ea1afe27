import type { Field } from '#kernel/language/field.ts';
import { kinds } from './generated/kinds.ts';
import type { Kind } from './kind.ts';

/** Return the kind with this name; undefined if there is none. */
export const kindNamed = (name: string): Kind | undefined => (Object.hasOwn(kinds, name) ? kinds[name] : undefined);

/** Return the kind of a field. Throw if its name is unknown. */
export function kindOf(field: Pick<Field, 'kind'>): Kind {
  const kind = kindNamed(field.kind);
  if (!kind) throw new Error(`no kind ${field.kind}`);
  return kind;
}
