import { createHmac, timingSafeEqual } from 'node:crypto';
import { type DeviceLogin, signedText } from './login.rules.ts';

/** Hex HMAC-SHA256 of what a device signs. */
export const passwordOf = (secret: string, login: DeviceLogin): string =>
  createHmac('sha256', secret).update(signedText(login)).digest('hex');

/** Compared in the same time whatever differs. */
export function isPasswordOf(secret: string, login: DeviceLogin, given: string): boolean {
  const wanted = Buffer.from(passwordOf(secret, login));
  const sent = Buffer.from(given.toLowerCase());
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}
