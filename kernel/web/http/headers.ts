import { session } from '../session/session.ts';
import { language } from '../i18n/words.ts';

/** The client's own name; it is no secret, every published client carries it. */
export const basic = { Authorization: `Basic ${btoa('anju:anju_secret')}` };

/** Headers of a call made for the person who is logged in. Tokens stand in headers only, never in an address. */
export function personHeaders(): Record<string, string> {
  const now = session();
  return {
    ...basic,
    'Anju-Lang': language(),
    ...(now ? { 'Blade-Auth': `bearer ${now.access}`, 'Tenant-Id': now.tenantId } : {}),
  };
}

/** A key that makes a repeated write harmless. `randomUUID` exists on secure pages only. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return bytes.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
