import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, malformed, problem } from '../kind.ts';
import { codeText } from '../text/code-text.ts';

/** A Chinese mobile number. Personal, so it is masked by default. `any` accepts landlines too. */
export const phone = <const O extends FieldOptions & { any?: boolean }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('phone', label, options, {
    max: 20,
    personal: 'phone',
    ...(!options?.any && { missing: ['手机号码不能为空', 'The phone number is required'] }),
  });

const mobile = /^1[3-9]\d{9}$/;
const landline = /^(?:0\d{2,3}-?)?\d{7,8}(?:-\d{1,6})?$|^400-?\d{3}-?\d{4}$/;

/** The country before a mobile number: `+86`, `0086`, `86`, in brackets or not. */
const COUNTRY = /^(?:\+|00)?86(?=1\d{10}$)/;

/** Return a phone number as people paste it without blanks, dots, brackets and other dashes than the plain one. */
const typedPhone = (text: string): string => codeText(text).replaceAll(/[.()·]/g, '');

/** Return the digits of a typed phone number, without the country before a mobile number. */
export const bareNumber = (text: string): string => typedPhone(text).replaceAll('-', '').replace(COUNTRY, '');

/** The refusal in the exact words that published clients expect. */
const wrongForm = problem('手机号码格式不正确', 'The phone number is not in the right form');

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const read = typedPhone(incomingText(value) ?? '');
  if (!read) return malformed(of);
  if ((of as { any?: boolean }).any && landline.test(read)) return { value: read };
  const digits = bareNumber(read);
  if (!/^\d+$/.test(digits)) return wrongForm;
  if (digits.length !== 11) return problem('手机号码长度不是11位', 'The phone number does not have 11 digits');
  return mobile.test(digits) ? { value: digits } : wrongForm;
};

export const phoneKind: Kind = {
  name: 'phone',
  chosen: false,
  operators: ['equal', 'null', 'notnull'],
  orders: false,
  width: 120,
  foundByTail: true,
  asksWhy: true,
  unbroken: true,
  accept,
  parse: accept,
  text: (value) => String(value),
  sample: (_of, n) => `138${String(10_000_000 + ((n * 7919) % 80_000_000))}`,
  schema: () => ({ type: 'string', description: 'masked 138****1234 unless revealed' }),
};
