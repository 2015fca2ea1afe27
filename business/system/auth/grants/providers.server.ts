import { createHash, randomBytes } from 'node:crypto';
import type { App, Provider } from '#kernel/server';
import { refuse } from '../../refusals.ts';

/** Somebody as his provider knows him. */
export interface Identity {
  readonly uuid: string;
  readonly username: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly email: string;
}

const PATIENCE_MS = 10_000;

export function providerOf(app: App, source: string): Provider {
  const found = app.settings.providers.find((one) => one.source === source);
  if (!found) throw refuse.unknownSource();
  return found;
}

/** A verifier that only we know and its sum that the provider is told (PKCE): a stolen code is worth nothing. */
export function proofKey(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export function loginAddress(
  provider: Provider,
  { state, challenge, back }: { readonly state: string; readonly challenge: string; readonly back: string },
): string {
  const address = new URL(provider.authorizeUrl);
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: back,
    scope: provider.scope,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }))
    address.searchParams.set(name, value);
  return address.href;
}

async function answerOf(address: string, init: RequestInit): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: 'application/json', ...init.headers },
    });
    if (!response.ok) throw new Error(String(response.status));
    return (await response.json()) as Record<string, unknown>;
  } catch {
    // What a provider said may hold what it was told: only that it failed is passed on.
    throw refuse.providerFailed();
  }
}

const text = (value: unknown, most = 200): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) : '';

/** Exchanges a code for the identity behind it. */
export async function identityOf(
  provider: Provider,
  { code, verifier, back }: { readonly code: string; readonly verifier: string; readonly back: string },
): Promise<Identity> {
  const token = await answerOf(provider.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: back,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      code_verifier: verifier,
    }),
  });
  const access = text(token.access_token, 4000);
  if (!access) throw refuse.providerFailed();
  const told = await answerOf(provider.userUrl, { headers: { authorization: `Bearer ${access}` } });
  const uuid = text(told.sub ?? told.id ?? told.uuid);
  if (!uuid) throw refuse.providerFailed();
  return {
    uuid,
    username: text(told.preferred_username ?? told.login ?? told.username ?? told.email),
    nickname: text(told.name ?? told.nickname),
    avatar: text(told.picture ?? told.avatar_url ?? told.avatar, 500),
    email: text(told.email),
  };
}
