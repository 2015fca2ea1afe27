import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, malformed } from '../kind.ts';
import { refKind } from '../ref/ref.ts';

/** Points at several rows of another paper. On the wire an array, or a comma list where `csv` says so (users' roles); both are understood. */
export const refs = <const O extends FieldOptions & { csv?: boolean }>(paper: string, label: Label, options?: O): Of<O extends { csv: true } ? string : string[], O> =>
  field<O extends { csv: true } ? string : string[], O>('refs', label, options, { paper, many: true });

const parts = (value: unknown): unknown[] => (Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,,、]/).filter(Boolean) : [value]);

function each(values: unknown[], of: Parameters<Kind['accept']>[1], read: (part: unknown) => Accepted): Accepted {
  if (values.length > 500) return malformed(of);
  const ids = new Set<unknown>();
  for (const part of values) {
    const got = read(part);
    if ('problem' in got) return got;
    ids.add(got.value);
  }
  return { value: [...ids] };
}

export const refsKind: Kind = {
  name: 'refs', chosen: true, operators: ['in', 'equal', 'null', 'notnull'], orders: false, width: 180,
  accept: (value, of) => each(parts(value), of, (part) => refKind.accept(part, of)),
  text: (value, of, wording) => parts(value).map((key) => refKind.text(key, of, wording)).join(wording.language === 'en' ? ', ' : '、'),
  parse: (cell, of, lookup) => each(parts(cell), of, (part) => refKind.parse(String(part).trim(), of, lookup)),
  sample: () => undefined,
  schema: (of) => ((of as { csv?: boolean }).csv ? { type: 'string' } : { type: 'array', items: { type: 'string' } }),
};
