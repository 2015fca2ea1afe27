import { session } from '../session/session.ts';
import { language } from '../i18n/words.ts';

/** The credentials of this client for OAuth. They are not secret: each published client contains its own. */
export const basic = { Authorization: `Basic ${btoa('anju:anju_secret')}` };

/** Return the headers of a call by the person who is logged in. Tokens are in headers only, never in an address. */
export function personHeaders(): Record<string, string> {
  const now = session();
  return {
    ...basic,
    'Anju-Lang': language(),
    ...(now ? { 'Blade-Auth': `bearer ${now.access}`, 'Tenant-Id': now.tenantId } : {}),
  };
}

/**
 * Return a new idempotency key. `randomUUID` exists on pages with HTTPS only, so elsewhere it is made from random
 * bytes.
 */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return bytes.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
