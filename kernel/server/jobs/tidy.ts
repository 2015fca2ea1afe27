import type { House } from '../house.ts';
import { removeOrphans } from '../files/orphans.ts';

/** Every night: forgets what was only kept for a while. */
export async function tidy(house: House): Promise<void> {
  await house.db.platform((sql) => sql.query('select anju_tidy($1)', [house.clock.ms()]));
  await removeOrphans(house);
}
