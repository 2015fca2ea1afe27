import { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import type { DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { type DemoTemplate, systemsOf } from './templates.seed.ts';

/** A contract for the whole home is for homes with at least this many systems. */
const WHOLE_SYSTEMS = 2;

/** A random source of its own, so that the rest of the demo company stays as it is. */
export function ownRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A home of the demo company, and the systems of its machines. */
export interface DemoHome {
  readonly id: string;
  readonly systems: readonly string[];
}

/** Return the homes with a machine and their systems, in a fixed order. */
export const homesOf = (context: Context, at: string): Promise<DemoHome[]> =>
  context.sql.query<DemoHome>(
    `select e.register_main_id::text as id, array_agg(distinct e.system_type) as systems from ${equipmentFacts} e
     where e.tenant_id = $1 and e.is_deleted = 0 and e.equipment_status not in ('removed', 'replaced') and e.install_date < $2::date - 30 group by e.register_main_id order by e.register_main_id`,
    [context.tenantId, at],
  );

/** May a home buy this template? */
export function suits(template: DemoTemplate, { systems }: DemoHome): boolean {
  const wanted = systemsOf(template);
  return wanted.length ? wanted.some((one) => systems.includes(one)) : systems.length >= WHOLE_SYSTEMS;
}

/** Do a step that a rule may refuse. */
export async function unlessRefused(world: DemoWorld, at: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    world.refused?.(at, error.reason);
  }
}
