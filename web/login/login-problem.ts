import type { Label } from '#kernel/language/label.ts';
import type { Refused } from '#kernel/web/http/refused.ts';

/** A problem of the login, with the field at which it is shown. */
export interface Problem {
  readonly field: 'tenant' | 'account' | 'password' | 'captcha';
  readonly text: string;
}

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function fieldOf(reason: string, message: string): Problem['field'] {
  if (/captcha/i.test(reason) || /验证码|captcha/i.test(message)) return 'captcha';
  if (/tenant/i.test(reason)) return 'tenant';
  return /lock|disabled|account/i.test(reason) ? 'account' : 'password';
}

/** Return the problem of a refused login: its field, and a text with the remaining tries and the time of the lock. */
export function loginProblem(refused: Refused, t: (label: Label) => string): Problem {
  const { reason = '', message, data = {} } = refused;
  const field = fieldOf(reason, message);
  const left = number(data.left ?? data.triesLeft);
  const minutes = number(data.minutes ?? data.lockMinutes);
  if (field !== 'password' || left === undefined || /\d/.test(message)) return { field, text: message };
  const then = minutes ?? 30;
  return {
    field,
    text:
      message.replace(/[。.]$/, '') +
      t([
        `。还可以试 ${left} 次，之后锁定 ${then} 分钟。`,
        `. ${left} ${left === 1 ? 'try' : 'tries'} left, then the account is locked for ${then} minutes.`,
      ]),
  };
}
