import type { FamilyClient } from '#kernel/language/rooms/family-page.ts';

export interface MenuRequest {
  readonly authorization: string;
  readonly cookies: string;
  readonly address: string;
}

/** Cookies that hold the token of each generation of Saber. Both log in under one client name. */
const cookieNames: readonly (readonly [string, FamilyClient])[] = [
  ['saber3-access-token', 'saberVue3'],
  ['saber-access-token', 'saberVue2'],
];

/**
 * Return the generation of Saber by the cookie that holds the request's token. Without one the path decides: the newer
 * generation calls without /api.
 */
export function generationOf({ authorization, cookies, address }: MenuRequest): FamilyClient {
  const pairs = new Set(cookies.split(/;\s*/));
  const token = authorization.replace(/^bearer\s+/i, '').trim();
  const byCookie = cookieNames.find(([name]) => pairs.has(`${name}=${token}`))?.[1];
  return byCookie ?? (address.startsWith('/api/') ? 'saberVue2' : 'saberVue3');
}
