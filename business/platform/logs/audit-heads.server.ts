import { createHmac } from 'node:crypto';
import { type App, readHeads } from '#kernel/server';
import { isAllowed } from '../develop/address.rules.ts';

/** Longer nobody waits for who keeps them. */
const PATIENCE_MS = 10_000;
const PLATFORM = '000000';

/** What was sent last by this process; another one, or a start, sends it once more, which is harmless. */
const sent = new WeakMap<App, string>();

/** Where the ends go, if it may be asked at all; null where nobody wants them. */
async function placeOf(app: App): Promise<URL | null> {
  const given = (await app.ports.parameter(PLATFORM, 'log.audit.headsTo')).trim();
  if (!given) return null;
  const place = URL.canParse(given) ? new URL(given) : null;
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
 * Sends the ends of the chains where others keep them: who holds this machine and its database cannot cut what somebody else remembers. Signed
 * with the key of the seals (`X-Anju-Signature`: HMAC-SHA256 of the body, base64url). What is not taken is sent again with the next seal.
 */
export async function sendHeads(app: App): Promise<void> {
  const place = await placeOf(app);
  const heads = readHeads(app);
  const said = JSON.stringify(heads);
  if (!place || said === '{}' || sent.get(app) === `${place.href} ${said}`) return;
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
  sent.set(app, `${place.href} ${said}`);
}
