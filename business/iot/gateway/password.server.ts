import { createHmac, timingSafeEqual } from 'node:crypto';
import { type DeviceLogin, signedText } from './login.rules.ts';

/** Return the password of a login: the HMAC-SHA256 of its text in hex. */
export const passwordOf = (secret: string, login: DeviceLogin): string =>
  createHmac('sha256', secret).update(signedText(login)).digest('hex');

/** Is this the right password? Compared in constant time. */
export function isPasswordOf(secret: string, login: DeviceLogin, given: string): boolean {
  const wanted = Buffer.from(passwordOf(secret, login));
  const sent = Buffer.from(given.toLowerCase());
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}
