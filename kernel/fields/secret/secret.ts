import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, asText, hasControls, malformed, tooLong } from '../kind.ts';

/**
 * A password or key of another system, at most `max` characters (default 500): written by people and read back by nobody. It is kept
 * encrypted (`kernel/server/secrets/vault.ts`); readers learn only whether one is set. Left empty in a change, the one that is set stays.
 */
export const secret = <const O extends FieldOptions & { max?: number }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('secret', label, options, { max: 500, secret: true, sealed: true });

function accept(value: unknown, of: Parameters<Kind['accept']>[1]): Accepted {
  const read = asText(value);
  if (read === undefined || hasControls(read)) return malformed(of);
  return [...read].length > (of.max ?? 500) ? tooLong(of, of.max ?? 500) : { value: read };
}

export const secretKind: Kind = {
  name: 'secret',
  chosen: false,
  operators: [],
  orders: false,
  width: 100,
  accept,
  parse: accept,
  text: () => '••••••',
  sample: (_of, n) => `s3cret-${n}`,
  schema: (of) => ({ type: 'string', writeOnly: true, maxLength: of.max ?? 500 }),
};
