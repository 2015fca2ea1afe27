import type { FamilyClient } from '#kernel/language/rooms/family-page.ts';

export interface MenuRequest {
  readonly authorization: string;
  readonly cookies: string;
  readonly address: string;
}

/** Both generations of Saber have one name; each keeps its token in a cookie of its own. */
const kept: readonly (readonly [string, FamilyClient])[] = [
  ['saber3-access-token', 'saberVue3'],
  ['saber-access-token', 'saberVue2'],
];

/** Which Saber asks. Without its cookie the address says it: the newer one, as it is built, leaves out /api. */
export function generationOf({ authorization, cookies, address }: MenuRequest): FamilyClient {
  const pairs = new Set(cookies.split(/;\s*/));
  const token = authorization.replace(/^bearer\s+/i, '').trim();
  const byCookie = kept.find(([name]) => pairs.has(`${name}=${token}`))?.[1];
  return byCookie ?? (address.startsWith('/api/') ? 'saberVue2' : 'saberVue3');
}
