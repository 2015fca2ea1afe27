import type { Label } from '#kernel/language/label.ts';

/** Is it an md5, as older clients send it, instead of a password in clear? */
export const isHashed = (password: string): boolean => /^[0-9a-f]{32}$/i.test(password);

/**
 * Password policy: `least` characters, `kinds` of characters, `former` passwords that are refused, and `days` until a
 * change is due (0: never).
 */
export interface PasswordPolicy {
  readonly least: number;
  readonly kinds: number;
  readonly former: number;
  readonly days: number;
}

/**
 * Parameters of the policy. `bounds` limits their values, so that at least eight characters with letters and digits are
 * required.
 */
export const policyParameters = {
  least: 'password.leastLength',
  kinds: 'password.kinds',
  former: 'password.former',
  days: 'password.days',
} as const;
const bounds: Readonly<Record<keyof PasswordPolicy, readonly [low: number, high: number]>> = {
  least: [8, 64],
  kinds: [2, 4],
  former: [0, 24],
  days: [0, 3650],
};

/** Return the policy from parameters; a value that is no number counts as the minimum. */
export function policyFrom(values: Readonly<Record<keyof PasswordPolicy, string>>): PasswordPolicy {
  const read = (name: keyof PasswordPolicy): number =>
    Math.min(bounds[name][1], Math.max(bounds[name][0], Number.parseInt(values[name], 10) || 0));
  return { least: read('least'), kinds: read('kinds'), former: read('former'), days: read('days') };
}

const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
const kindsIn = (password: string): number => KINDS.filter((one) => one.test(password)).length;

/** Is it long enough, with letters, digits and as many kinds as required? An md5 passes unchecked. */
export const isStrong = (password: string, { least, kinds }: PasswordPolicy): boolean =>
  isHashed(password) ||
  (password.length >= least &&
    password.length <= 128 &&
    /[a-z]/i.test(password) &&
    /\d/.test(password) &&
    kindsIn(password) >= kinds);

/** Describe the policy in words. */
export function policyWords({ least, kinds }: PasswordPolicy): Label {
  const more: Label =
    kinds > 2
      ? [
          `，并在大写、小写、数字、符号中至少有${kinds}种`,
          `, and at least ${kinds} of capitals, small letters, digits and signs`,
        ]
      : ['', ''];
  return [
    `密码至少${least}位，并含字母和数字${more[0]}`,
    `At least ${least} characters, with letters and digits${more[1]}`,
  ];
}
