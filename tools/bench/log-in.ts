import { Client } from './drive.ts';

/** Log in a person of the demo company; return the token. */
export async function enter(base: string, account: string): Promise<string> {
  const response = await fetch(`${base}/api/blade-auth/oauth/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ grant_type: 'password', tenantId: '000000', username: account, password: account }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (!token) throw new Error(`${account} may not enter: ${response.status}`);
  return token;
}

export const logInClient = async (base: string, account = 'as_cs'): Promise<Client> =>
  new Client(base, await enter(base, account), '000000');
