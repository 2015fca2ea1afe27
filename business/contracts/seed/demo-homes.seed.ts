import { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';
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

/**
 * Return the homes with a machine from before a day and their systems, in a fixed order. Homes that the story changes
 * later are left out: their contracts would begin at that change, because the time of a row never runs back.
 */
export const homesOf = (context: Context, day: string): Promise<DemoHome[]> =>
  context.sql.query<DemoHome>(
    `select f.id::text as id, array_agg(distinct e.system_type) filter (where e.install_date < $2::date - 30) as systems
     from ${serviceFileFacts} f join ${equipmentFacts} e on e.tenant_id = f.tenant_id and e.register_main_id = f.id and e.is_deleted = 0 and e.equipment_status not in ('removed', 'replaced')
     where f.tenant_id = $1 and f.is_deleted = 0 and f.update_time <= $3::timestamptz group by f.id
     having bool_or(e.install_date < $2::date - 30) and max(e.update_time) <= $3::timestamptz order by f.id`,
    [context.tenantId, day, context.now()],
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
