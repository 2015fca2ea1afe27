import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import { type Accepted, type Kind, keyOperators, malformed } from '../kind.ts';

/** Yes or no. */
export const flag = <const O extends FieldOptions>(label: Label, options?: O): Of<boolean, O> =>
  field<boolean, O>('flag', label, options);

const yes = new Set<unknown>([true, 1, '1', 'true', '是', 'yes', 'Yes', 'YES']);
const nay = new Set<unknown>([false, 0, '0', 'false', '否', 'no', 'No', 'NO']);
const read = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted =>
  yes.has(value) ? { value: true } : nay.has(value) ? { value: false } : malformed(of);

const words = { true: ['是', 'Yes'], false: ['否', 'No'] } as const satisfies Readonly<Record<string, Label>>;

export const flagKind: Kind = {
  name: 'flag',
  chosen: true,
  operators: keyOperators,
  orders: true,
  width: 80,
  choices: words,
  groups: true,
  accept: read,
  text: (value, _of, { language }) => labelIn(value ? words.true : words.false, language),
  parse: read,
  sample: (_of, n) => n % 2 === 0,
  schema: () => ({ type: 'boolean' }),
};
