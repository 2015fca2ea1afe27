import { type Seeding, base, times } from '../seed/furnish.server.ts';
import { secretHash } from './known-clients.server.ts';

/**
 * Clients in a browser, by id, name and menu format. Their secrets are in public code, so they identify the client but
 * protect nothing.
 */
const known = [
  ['anju', '安居 Anju', 'own'],
  ['saber', 'Saber (Vue 2)', 'saberVue2'],
  ['saber3', 'Saber 3 (Vue 3)', 'saberVue3'],
  ['sword', 'Sword (React)', 'swordReact'],
] as const;
const GRANTS = ['password', 'captcha', 'refresh_token', 'social'];

/**
 * Add our own client and the published ones if they are missing. Existing ones are unchanged, except that a missing
 * menu format is set.
 */
export async function seedClients({ ask, ms }: Seeding): Promise<void> {
  for (const [name, remark, face] of known) {
    await ask(
      `insert into blade_client (id, client_id, client_secret, authorized_grant_types, scope, access_token_validity, refresh_token_validity, autoapprove, remark, face, ${base})
      select next_id($5), $1, $2, $3, 'all', 3600, 604800, true, $4, $6, ${times(5)} where not exists (select 1 from blade_client where client_id = $1)`,
      [name, secretHash(`${name}_secret`), GRANTS, remark, ms, face],
    );
    await ask('update blade_client set face = $2 where client_id = $1 and face is null', [name, face]);
  }
}
