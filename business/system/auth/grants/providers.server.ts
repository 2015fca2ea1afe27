import { createHash, randomBytes } from 'node:crypto';
import type { App, Provider } from '#kernel/server';
import { refuse } from '../../refusals.ts';

/** A person as their provider knows them. */
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

/** Create a secret verifier and its hash for the provider (PKCE), so that a stolen code is useless. */
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
    // A provider's error may contain secrets of the request: report only that it failed.
    throw refuse.providerFailed();
  }
}

const text = (value: unknown, most = 200): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) : '';

/** Exchange a code for the person's identity at the provider. */
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
  const profile = await answerOf(provider.userUrl, { headers: { authorization: `Bearer ${access}` } });
  const uuid = text(profile.sub ?? profile.id ?? profile.uuid);
  if (!uuid) throw refuse.providerFailed();
  return {
    uuid,
    username: text(profile.preferred_username ?? profile.login ?? profile.username ?? profile.email),
    nickname: text(profile.name ?? profile.nickname),
    avatar: text(profile.picture ?? profile.avatar_url ?? profile.avatar, 500),
    email: text(profile.email),
  };
}
