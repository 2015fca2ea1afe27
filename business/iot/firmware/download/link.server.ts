import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '#kernel/server';

type Keys = Pick<App, 'keys' | 'clock'>;

/** Time for which a link is valid. */
const VALID_MS = 24 * 3_600_000;

const macOf = (app: Keys, tenantId: string, runId: string, until: string): Buffer =>
  createHmac('sha256', app.keys.ofCompany('download', tenantId)).update(`${tenantId} ${runId} ${until}`).digest();

/** Return the address of the file of an upgrade on the port for devices, with a token that is valid for a day. */
export function downloadLink(app: Keys, tenantId: string, runId: string): string {
  const until = (app.clock.ms() + VALID_MS).toString(36);
  const token = `${tenantId}.${until}.${macOf(app, tenantId, runId, until).toString('base64url')}`;
  return `/iot/v1/ota/${runId}/file?token=${token}`;
}

const TOKEN = /^(\d{6})\.([\da-z]{1,10})\.([\w-]{43})$/;

/** Return the company of a token; null: it is not ours, of another upgrade, or expired. */
export function companyOfToken(app: Keys, runId: string, token: string): string | null {
  const [, tenantId, until, mac] = TOKEN.exec(token) ?? [];
  if (tenantId === undefined) return null;
  const isOurs = timingSafeEqual(macOf(app, tenantId, runId, until), Buffer.from(mac, 'base64url'));
  return isOurs && Number.parseInt(until, 36) > app.clock.ms() ? tenantId : null;
}
