import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { pointer } from '../ref/ref.ts';
import type { Kind } from '../kind.ts';

/** A department of the tenant, picked from their tree; a filter on it includes those below. */
export const department = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('department', label, options, { paper: 'dept' });

export const departmentKind: Kind = { ...pointer, name: 'department', width: 120, subject: 'department' };
