import type { App, OpenAsking, Sessions, Tenancy, Tokens } from '#kernel/server';
import type { KnownClient } from '../../clients/known-clients.server.ts';
import { refuse } from '../../refusals.ts';
import type { Profile } from '../profile.calls.ts';
import type { LoginHeader, LoginInput } from '../token.calls.ts';

/** A login under way: its input, call and client, and where sessions are opened. */
export interface LoginAttempt {
  readonly input: LoginInput;
  readonly call: OpenAsking;
  readonly client: KnownClient;
  readonly sessions: Sessions;
}

/** A person that is logged in. `oauthId` is their identity at the provider, if any. */
export interface Granted {
  readonly tokens: Tokens;
  readonly profile: Profile;
  readonly oauthId?: string;
}

/** Return a header of a login; empty if it is missing, or if an old client sent the name of an empty value. */
export const loginHeader = ({ request }: Pick<OpenAsking, 'request'>, name: LoginHeader): string => {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' && value !== 'undefined' && value !== 'null' ? value : '';
};

/** Company ids have at most 12 characters. One more is read, so that a longer text never equals a real id. */
const LONGEST_TENANT = 13;

export const tenantOfInput = ({ input, call }: Pick<LoginAttempt, 'input' | 'call'>): string =>
  (input.tenantId ?? input.tenant_id ?? (loginHeader(call, 'Tenant-Id') || '000000')).slice(0, LONGEST_TENANT);

export async function tenancyOf(app: App, tenantId: string): Promise<Tenancy> {
  const tenancy = await app.ports.tenancy(tenantId);
  if (!tenancy) throw refuse.unknownTenant();
  return tenancy;
}

/** Return the options for the session of this login: address, browser and client, and the lifetimes of its tokens. */
export const openingOf = ({
  call,
  client,
}: Pick<LoginAttempt, 'call' | 'client'>): {
  ip: string;
  agent: string;
  client: string;
  accessSeconds: number;
  refreshSeconds: number;
} => ({
  ip: call.request.ip,
  agent: call.request.headers['user-agent'] ?? '',
  client: client.clientId,
  accessSeconds: client.accessSeconds,
  refreshSeconds: client.refreshSeconds,
});
