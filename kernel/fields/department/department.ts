import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { pointer } from '../ref/ref.ts';
import type { Kind } from '../kind.ts';

/**
 * A department of the tenant, chosen from the tree of departments. A filter by a department includes those below it.
 */
export const department = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('department', label, options, { paper: 'dept' });

export const departmentKind: Kind = { ...pointer, name: 'department', width: 120, subject: 'department' };
