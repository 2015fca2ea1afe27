import { addDays, addMonths } from '#kernel/language/days.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { baseScheme } from '../catalogue/base-scheme.paper.ts';
import { schemeType } from '../catalogue/scheme-type.paper.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { type DemoTemplate, TEMPLATES, TYPES } from './templates.seed.ts';

/** Contracts of a whole demo company. */
const SOLD = 300;

/** A random source of its own, so that the rest of the demo company stays as it is. */
function ownRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Sellable {
  readonly id: string;
  readonly template: DemoTemplate;
}

/** Create types and templates, and publish the templates. */
async function templatesOf(context: Context): Promise<Sellable[]> {
  const types = new Map<string, string>();
  for (const [typeCode, typeName, fanganType] of TYPES) {
    const made = await context.submit(schemeType, { typeCode, typeName, fanganType });
    types.set(fanganType, made.id);
  }
  const all: Sellable[] = [];
  for (const template of TEMPLATES) {
    const { id } = await context.submit(baseScheme, {
      schemeName: template.name,
      schemeTypeId: types.get(template.kind),
      cycleNum: cycleOf(template),
      cycleUnit: 'month',
      planBasis: 'scheduled',
      timesTotal: template.times,
      contractMonths: 12,
      stdMinutes: 90,
      price: template.price,
      visitNames: template.visits.map((name) => ({ name })),
    });
    await context.act(baseScheme, id, 'publish');
    all.push({ id, template });
  }
  return all;
}

/** Return homes with a machine, in a fixed order. */
const homesOf = (context: Context, most: number): Promise<{ id: string }[]> =>
  context.sql.query(
    `select e.register_main_id::text as id from ${equipmentFacts} e where e.tenant_id = $1 and e.is_deleted = 0 and e.equipment_status not in ('removed', 'replaced') group by e.register_main_id order by e.register_main_id limit $2`,
    [context.tenantId, most],
  );

const cycleOf = ({ times }: DemoTemplate): number => Math.max(1, Math.floor(12 / times));

/** Return how many visits of a contract were before today. */
const pastVisits = (startDate: string, template: DemoTemplate, today: string): number =>
  Array.from({ length: template.times }, (_, nth) => addMonths(startDate, nth * cycleOf(template))).filter(
    (day) => day < today,
  ).length;

/** Return a first day so that the contract has a visit left: in the last months, else in the next weeks. */
function startOf(today: string, template: DemoTemplate, chance: Chance): string {
  const earlier = addDays(today, -chance.between(20, 300));
  return pastVisits(earlier, template, today) < template.times ? earlier : addDays(today, chance.between(0, 30));
}

/** Sell a contract that ran before today, and activate most of them; some are suspended. */
async function sell(world: DemoWorld, of: Sellable, registerMainId: string, chance: Chance): Promise<void> {
  const { template } = of;
  const startDate = startOf(world.today, template, chance);
  // Visits before today were used, but one contract in eight has one that is overdue.
  const past = pastVisits(startDate, template, world.today);
  const body = {
    baseSchemeId: of.id,
    registerMainId,
    startDate,
    openingUsed: Math.max(0, past - (chance.percent(12) ? 1 : 0)),
    openingPaid: template.price,
  };
  const made = await world.as('as_cs', world.now, (context) => context.submit(scheme, body));
  if (chance.percent(8)) return;
  await world.as('as_manager', world.now, (context) => context.act(scheme, made.id, 'activate'));
  if (chance.percent(5))
    await world.as('as_cs_lead', world.now, (context) =>
      context.act(scheme, made.id, 'suspend', { reason: '全家出国' }),
    );
}

/** The contracts of the demo company, after its orders. A company that has contracts gets no others. */
export async function sellContracts(world: DemoWorld): Promise<void> {
  const [known] = await world.product(world.now, (context) => context.find(schemeType, {}, { first: 1 }));
  if (known) return;
  const sellable = await world.as('as_manager', world.now, templatesOf);
  const homes = await world.product(world.now, (context) => homesOf(context, Math.ceil(SOLD * world.share)));
  const chance = new Chance(ownRandom(20_261_130));
  for (const [nth, home] of homes.entries())
    try {
      await sell(world, sellable[nth % sellable.length], home.id, chance);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      world.refused?.(world.now, error.reason);
    }
}
