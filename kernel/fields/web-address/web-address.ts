import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, hasControls, malformed, textOperators, tooLong } from '../kind.ts';

/**
 * A web address, http or https, at most `max` characters (default 500). An address that contains a user name or
 * password is refused.
 */
export const webAddress = <const O extends FieldOptions & { max?: number }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('webAddress', label, options, { max: 500 });

/** Return whether a browser may open this address: only http or https, without a user name or password in it. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    url.hostname !== ''
  );
}

function accept(value: unknown, of: Parameters<Kind['accept']>[1]): Accepted {
  const read = incomingText(value);
  if (read === undefined || hasControls(read) || /\s/.test(read) || !isWebAddress(read)) return malformed(of);
  return read.length > (of.max ?? 500) ? tooLong(of, of.max ?? 500) : { value: read };
}

export const webAddressKind: Kind = {
  name: 'webAddress',
  chosen: false,
  operators: textOperators,
  orders: false,
  width: 220,
  accept,
  parse: accept,
  text: (value) => String(value),
  sample: (_of, n) => `https://example.com/${n}`,
  schema: (of) => ({ type: 'string', format: 'uri', maxLength: of.max ?? 500 }),
};
