import { addDays, addMonths } from '#kernel/language/days.ts';
import type { Draft } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { consumable } from '#business/materials/items/consumable.paper.ts';
import { Chance, type DemoWorld, daysBefore, firstDayOf, nightOf } from '#business/system/seed/demo-world.seed.ts';
import { baseScheme } from '../catalogue/base-scheme.paper.ts';
import { schemeType } from '../catalogue/scheme-type.paper.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { roll } from '../scheme/scheme.server.ts';
import { type DemoHome, homesOf, ownRandom, suits, unlessRefused } from './demo-homes.seed.ts';
import { cycleOf, type DemoTemplate, TEMPLATES, TYPES } from './templates.seed.ts';

/** Contracts of a whole demo company before its first order, and the most of a hundred homes that have one. */
const SOLD = 680;
const MAX_SHARE_OF_HOMES = 34;
/** Days before the first order in which the contracts came into the product. */
const SALE_DAYS = 18;
/** Days after the first order in which the last contracts begin. */
const BEGIN_WITHIN = 95;

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
  const wearing = await context.find(consumable, {}, { limit: 200 });
  const all: Sellable[] = [];
  for (const template of TEMPLATES) {
    const { visits, times } = template;
    const { id } = await context.submit(baseScheme, {
      schemeName: template.name,
      schemeTypeId: types.get(template.kind),
      cycleNum: cycleOf(template),
      cycleUnit: 'month',
      planBasis: 'scheduled',
      timesTotal: times,
      contractMonths: template.months,
      stdMinutes: template.minutes,
      price: template.price,
      coverScope: [...template.scope],
      description: template.description,
      visitNames: Array.from({ length: times }, (_, nth) => ({ name: visits[nth % visits.length] })),
      materialLines: (template.consumables ?? []).flatMap(({ name, charged }) => {
        const found = wearing.find((one) => one.suppliesName.startsWith(name));
        return found ? [{ suppliesId: found.id, qty: '1', chargeable: charged }] : [];
      }),
    });
    await context.act(baseScheme, id, 'publish');
    all.push({ id, template });
  }
  return all;
}

/** Return how many visits of a contract were before the first order. */
const pastVisits = (startDate: string, template: DemoTemplate, first: string): number =>
  Array.from({ length: template.times }, (_, nth) => addMonths(startDate, nth * cycleOf(template))).filter(
    (day) => day < first,
  ).length;

/** Return a first day by the season of the template, so that the contract has a visit left at the first order. */
function startOf(first: string, template: DemoTemplate, chance: Chance): string {
  for (let tries = 0; tries < 60; tries += 1) {
    const day = addDays(first, chance.between(-30 * template.months + 20, BEGIN_WITHIN));
    const isInSeason = template.season?.includes(Number(day.slice(5, 7))) ?? true;
    if (isInSeason && pastVisits(day, template, first) < template.times) return day;
  }
  return addDays(first, chance.between(0, BEGIN_WITHIN));
}

/** Sell a contract at a moment before the first order. Its earlier visits were used, and its price was received. */
async function sell(world: DemoWorld, of: Sellable, home: DemoHome, chance: Chance, at: string): Promise<void> {
  const { template } = of;
  const first = firstDayOf(world);
  const startDate = startOf(first, template, chance);
  const body = {
    baseSchemeId: of.id,
    registerMainId: home.id,
    startDate,
    openingUsed: pastVisits(startDate, template, first),
    openingPaid: template.price,
  };
  // As an import: only a sheet brings what was before.
  const { id } = await world.as('as_cs', at, (context) => context.create(scheme, body as Draft<typeof scheme>));
  await world.as('as_manager', at, (context) => context.act(scheme, id, 'activate'));
}

/** The templates and contracts of the demo company, before its orders. A company that has contracts gets no others. */
export async function sellContracts(world: DemoWorld): Promise<void> {
  const first = firstDayOf(world);
  const before = `${addDays(first, -SALE_DAYS - 1)} 09:00:00`;
  const [known] = await world.product(before, (context) => context.find(schemeType, {}, { first: 1 }));
  if (known) return;
  const sellable = await world.as('as_manager', before, templatesOf);
  const homes = await world.product(before, (context) => homesOf(context, before.slice(0, 10)));
  const most = Math.min(Math.ceil(SOLD * world.share), Math.floor((homes.length * MAX_SHARE_OF_HOMES) / 100));
  const chance = new Chance(ownRandom(20_261_130));
  for (let nth = 0; nth < most; nth += 1) {
    // Homes are spread over all: the first ones have devices, the last ones are new.
    const home = homes[Math.floor((nth * homes.length) / most)];
    const fitting = sellable.filter(({ template }) => suits(template, home));
    if (fitting.length === 0) continue;
    const at = `${addDays(first, -1 - (nth % SALE_DAYS))} 10:00:00`;
    await unlessRefused(world, at, () => sell(world, chance.pick(fitting), home, chance, at));
  }
  await world.settled?.();
}

/** Days without a planned visit that a contract needs to be suspended, so that no agreed visit is in the way. */
const QUIET_DAYS = 24;
/** One of so many running contracts is suspended. */
const SUSPENDED_OF = 20;
/** One of so many contracts is a draft that waits for its money. */
const DRAFTS_OF = 20;

/** Return running contracts without a visit in the next weeks and without an open order. */
const quietOf = (context: Context): Promise<{ id: string }[]> =>
  context.sql.query(
    `select s.id::text as id from asscheme s where s.tenant_id = $1 and s.is_deleted = 0 and s.scheme_status = 'active' and coalesce(s.times_locked, 0) = 0
       and (s.next_service_date is null or s.next_service_date > $2::date + ${QUIET_DAYS}) order by s.id`,
    [context.tenantId, context.today()],
  );

/** Some contracts are suspended or still drafts at the end of the demo run. */
export async function restContracts(world: DemoWorld): Promise<void> {
  await endTerms(world);
  const chance = new Chance(ownRandom(20_261_201));
  const all = await world.product(world.now, (context) =>
    context.find(scheme, { schemeStatus: 'active' }, { limit: 2000 }),
  );
  const quiet = await world.product(world.now, quietOf);
  const suspended = quiet.slice(0, Math.floor(all.length / SUSPENDED_OF));
  for (const { id } of suspended)
    await unlessRefused(world, world.now, () =>
      world.as('as_cs_lead', daysBefore(world, chance.between(3, 20), '11:00:00'), (context) =>
        context.act(scheme, id, 'suspend', { reason: chance.pick(['全家出国', '房屋出租，暂停服务', '装修中']) }),
      ),
    );
  const renewing = all.filter((_, nth) => nth % DRAFTS_OF === 0);
  for (const { baseSchemeId, registerMainId } of renewing) {
    const at = daysBefore(world, chance.between(1, 9), '15:00:00');
    const startDate = addDays(world.today, chance.between(5, 40));
    await unlessRefused(world, at, () =>
      world.as('as_cs', at, (context) => context.submit(scheme, { baseSchemeId, registerMainId, startDate })),
    );
  }
}

/** End the contracts whose term is over, as each night. */
export const endTerms = (world: DemoWorld): Promise<void> => roll(nightOf(world));
