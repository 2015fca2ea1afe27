import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, hasControls, malformed, tooLong } from '../kind.ts';

/**
 * A password or key of another system, at most `max` characters (default 500): people write it and never read it back.
 * It is stored encrypted (`kernel/server/secrets/vault.ts`); readers learn only whether one is set. A change with an
 * empty value does not affect the stored secret.
 */
export const secret = <const O extends FieldOptions & { max?: number }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('secret', label, options, { max: 500, secret: true, sealed: true });

function accept(value: unknown, of: Parameters<Kind['accept']>[1]): Accepted {
  const read = incomingText(value);
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
