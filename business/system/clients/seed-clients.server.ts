import { type Seeding, base, times } from '../seed/furnish.server.ts';
import { secretHash } from './known-clients.server.ts';

/** Browser clients carry their secret in their code: it says which dialect they speak, it protects nothing. */
const published = [['saber', 'Saber (Vue 2)'], ['saber3', 'Saber 3 (Vue 3)'], ['sword', 'Sword (React)']] as const;
const GRANTS = ['password', 'captcha', 'refresh_token', 'social'];

/** The published clients of this family; one that was changed or removed stays so. */
export async function seedClients({ ask, ms }: Seeding): Promise<void> {
  for (const [name, remark] of published) {
    await ask(`insert into blade_client (id, client_id, client_secret, authorized_grant_types, scope, access_token_validity, refresh_token_validity, autoapprove, remark, ${base})
      select next_id($5), $1, $2, $3, 'all', 3600, 604800, true, $4, ${times(5)} where not exists (select 1 from blade_client where client_id = $1)`, [name, secretHash(`${name}_secret`), GRANTS, remark, ms]);
  }
}
