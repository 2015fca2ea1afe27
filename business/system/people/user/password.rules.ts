import type { Label } from '#kernel/language/label.ts';

/** How a password change came: plain, or as md5 of old clients. What matched the old password decides how the new one is read. */
export const isHashed = (given: string): boolean => /^[0-9a-f]{32}$/i.test(given);

/** What a company asks of passwords: their length, how many kinds of signs, how many former ones are not used again, and after how many days a new one is due (0: never). */
export interface PasswordPolicy {
  readonly least: number;
  readonly kinds: number;
  readonly former: number;
  readonly days: number;
}

/** The parameters of a company, with their bounds: nobody asks for less than eight characters with letters and digits. */
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

/** A policy from what the parameters say; what is no number counts as the least. */
export function policyFrom(said: Readonly<Record<keyof PasswordPolicy, string>>): PasswordPolicy {
  const read = (name: keyof PasswordPolicy): number =>
    Math.min(bounds[name][1], Math.max(bounds[name][0], Number.parseInt(said[name], 10) || 0));
  return { least: read('least'), kinds: read('kinds'), former: read('former'), days: read('days') };
}

const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
const kindsIn = (password: string): number => KINDS.filter((one) => one.test(password)).length;

/** Long enough, with letters and digits, and of as many kinds as the company asks for. A hashed one cannot be judged. */
export const isStrong = (password: string, { least, kinds }: PasswordPolicy): boolean =>
  isHashed(password) ||
  (password.length >= least &&
    password.length <= 128 &&
    /[a-z]/i.test(password) &&
    /\d/.test(password) &&
    kindsIn(password) >= kinds);

/** What is asked, in words. */
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
