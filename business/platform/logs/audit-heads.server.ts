import { createHmac } from 'node:crypto';
import { type App, readHeads } from '#kernel/server';
import { isAllowed } from '../develop/address.rules.ts';

/** Longest wait for the receiving server. */
const PATIENCE_MS = 10_000;
const PLATFORM = '000000';

/** Address and seals that this process sent last, so that equal ones are not sent again. */
const sent = new WeakMap<App, string>();

/** Return the configured address of the receiving server; null if none is set. Throw if it is no allowed address. */
async function placeOf(app: App): Promise<URL | null> {
  const address = (await app.ports.parameter(PLATFORM, 'log.audit.headsTo')).trim();
  if (!address) return null;
  const place = URL.canParse(address) ? new URL(address) : null;
  if (!place || !['http:', 'https:'].includes(place.protocol) || place.username || place.password)
    throw new Error('log.audit.headsTo is no address of http or https');
  if (
    !isAllowed(
      app.settings.outboundHosts,
      place.hostname,
      Number(place.port || (place.protocol === 'https:' ? 443 : 80)),
    )
  )
    throw new Error(`log.audit.headsTo: ${place.host} does not stand in OUTBOUND_HOSTS`);
  return place;
}

/**
 * Send the newest seals to another server, so that the owner of this machine cannot delete the latest entries
 * unnoticed. The body is signed with the seal key (`X-Anju-Signature`: HMAC-SHA256, base64url). After a failure the
 * next seal sends again.
 */
export async function sendHeads(app: App): Promise<void> {
  const place = await placeOf(app);
  const heads = readHeads(app);
  const content = JSON.stringify(heads);
  if (!place || content === '{}' || sent.get(app) === `${place.href} ${content}`) return;
  const body = JSON.stringify({ at: new Date(app.clock.ms()).toISOString(), heads });
  const answer = await fetch(place, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      'Content-Type': 'application/json',
      'X-Anju-Signature': createHmac('sha256', app.sealKey).update(body).digest('base64url'),
    },
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`log.audit.headsTo answered ${answer.status}`);
  sent.set(app, `${place.href} ${content}`);
}
