import { behaviour, type Context, endSessionsOfClients } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { secretHash } from '../known-clients.server.ts';
import { client } from './client.paper.ts';

const SHORTEST = 8;

const addresses = (text: string | null | undefined): string[] =>
  String(text ?? '')
    .split(/\s+/)
    .filter(Boolean);

/**
 * Is it a redirect address that keeps the code secret? It requires https, except to the person's own machine, where
 * programs listen by http.
 */
function isReturnAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, hash } = new URL(text);
  return (
    hash === '' &&
    (protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)))
  );
}

async function setSecret(context: Context, id: string, secret: string): Promise<void> {
  await context.sql.query('update blade_client set client_secret = $2 where id = $1', [id, secretHash(secret)]);
}

/**
 * Checks secret and redirect addresses of a client, and ends its sessions when it is closed or removed. A client may be
 * saved without a secret; no login works with it until it has one.
 */
export default behaviour(client, {
  async saving(_context, { values, extra }) {
    const secret = extra?.clientSecret ?? '';
    if (secret && secret.length < SHORTEST)
      throw refuse.clientSecretShort({
        fields: [{ field: 'clientSecret', words: [`密钥至少${SHORTEST}位`, `At least ${SHORTEST} characters`] }],
      });
    const wrong = addresses(values.webServerRedirectUri).find((one) => !isReturnAddress(one));
    if (wrong)
      throw refuse.redirectWrong({
        fields: [
          {
            field: 'webServerRedirectUri',
            words: ['回调地址须为 https，且不含 #', 'Redirect addresses need https and no #'],
          },
        ],
      });
    return {};
  },
  async saved(context, { row, extra }) {
    if (row.status === 0) await endSessionsOfClients(context, [row.clientId]);
    if (extra?.clientSecret) await setSecret(context, row.id, extra.clientSecret);
  },
  leaving: (context, rows) =>
    endSessionsOfClients(
      context,
      rows.map((row) => row.clientId),
    ),
});
