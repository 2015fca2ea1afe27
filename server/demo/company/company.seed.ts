import type { DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { seedHomes } from './homes.seed.ts';
import { seedMakers, seedSkills, seedStandards } from './master.seed.ts';
import { seedComments, seedNumbering } from './office.seed.ts';
import { seedPaymentTypes } from './payment-types.seed.ts';
import { seedTechnicians } from './people.seed.ts';
import { seedPremises } from './premises.seed.ts';
import { seedRepairs } from './orders/repairs.seed.ts';
import { planLeaves, seedLeave, seedTemplates, seedTime } from './time.seed.ts';
import { seedTwins } from './twins.seed.ts';

/**
 * Make a comfort-systems company in Shanghai with eight teams and months of calls, up to `world.now`. Return a function
 * that continues the business up to a later `world.now`.
 */
export async function seedCompany(world: DemoWorld): Promise<() => Promise<void>> {
  const estates = await seedPremises(world);
  const makers = await seedMakers(world);
  const skills = await seedSkills(world);
  await seedStandards(world);
  const technicians = await seedTechnicians(world, skills);
  await seedTime(world);
  await seedPaymentTypes(world);
  const ids = technicians.map((one) => one.id);
  await world.staffed?.(technicians);
  const homes = await seedHomes(world, estates, makers, ids);
  const leaves = planLeaves(world, technicians);
  const away = new Set(leaves.flatMap(({ man, days }) => days.map((day) => `${man.id} ${day}`)));
  await world.housed?.();
  const goOn = await seedRepairs(world, homes, { crew: technicians, away });
  await world.settled?.();
  await seedTwins(world, homes.homes);
  await seedLeave(world, leaves);
  await seedTemplates(world);
  await seedNumbering(world);
  await seedComments(world);
  return goOn;
}
