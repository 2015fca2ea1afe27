import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { pointer } from '../ref/ref.ts';
import type { Kind } from '../kind.ts';

/** A user of the tenant, picked by name, account or department. */
export const person = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('person', label, options, { paper: 'user' });

export const personKind: Kind = {
  ...pointer,
  name: 'person',
  width: 100,
  showsPortrait: true,
  subject: 'person',
};
