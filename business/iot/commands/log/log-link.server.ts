import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '#kernel/server';

type Keys = Pick<App, 'keys' | 'clock'>;

/** Time for which a device may send the file of a command. */
export const LOG_LINK_MS = 15 * 60_000;

const macOf = ({ keys }: Keys, tenantId: string, commandId: string, until: string): Buffer =>
  createHmac('sha256', keys.ofCompany('log upload', tenantId)).update(`${tenantId} ${commandId} ${until}`).digest();

/** Return the address on the port for devices where the file of a command is sent, with a token for some minutes. */
export function logLink(app: Keys, tenantId: string, commandId: string): string {
  const until = (app.clock.ms() + LOG_LINK_MS).toString(36);
  const token = `${tenantId}.${until}.${macOf(app, tenantId, commandId, until).toString('base64url')}`;
  return `/iot/v1/files/${commandId}?token=${token}`;
}

const TOKEN = /^(\d{6})\.([\da-z]{1,10})\.([\w-]{43})$/;

/** Return the company of a token; null: it is not ours, of another command, or expired. */
export function companyOfLogToken(app: Keys, commandId: string, token: string): string | null {
  const [, tenantId, until, mac] = TOKEN.exec(token) ?? [];
  if (tenantId === undefined) return null;
  const isOurs = timingSafeEqual(macOf(app, tenantId, commandId, until), Buffer.from(mac, 'base64url'));
  return isOurs && Number.parseInt(until, 36) > app.clock.ms() ? tenantId : null;
}
