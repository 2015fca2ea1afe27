import { addDays } from '#kernel/language/days.ts';
import type { Draft } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import { Chance, type DatedStep, type DemoWorld, firstDayOf } from '#business/system/seed/demo-world.seed.ts';
import { schemeEquipment } from '../parts/scheme-equipment.paper.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { type DemoHome, homesOf, ownRandom, suits, unlessRefused } from './demo-homes.seed.ts';
import { systemsOf, TEMPLATES } from './templates.seed.ts';

/** Contracts that a whole company sells in a week: a year of them renews all that run. */
const SALES_A_WEEK = 17;
/** Share of sales that renew a contract, in per cent. */
const RENEWED = 60;
/** Days after the end of the demo run at which the first contract of these sales begins, and the last one. */
const BEGINS = [16, 80] as const;

/** A sale: a template for a home from a day on. */
interface Sale {
  readonly baseSchemeId: string;
  readonly registerMainId: string;
  readonly systems: readonly string[];
  readonly price: string;
  readonly startDate: string;
}

/** Return running contracts that end soon and have no successor, with their systems. */
const endingOf = (context: Context, until: string): Promise<{ home: string; template: string; end: string }[]> =>
  context.sql.query(
    `select s.register_main_id::text as home, s.base_scheme_id::text as template, s.end_date::text as end from asscheme s
     where s.tenant_id = $1 and s.is_deleted = 0 and s.scheme_status = 'active' and s.end_date between $2::date and $3::date
       and not exists (select 1 from asscheme n where n.tenant_id = s.tenant_id and n.register_main_id = s.register_main_id and n.id <> s.id and n.is_deleted = 0) order by s.end_date, s.id`,
    [context.tenantId, context.today(), until],
  );

/** Return homes without a contract that had machines before a day. */
async function freeHomesOf(context: Context, day: string): Promise<DemoHome[]> {
  const sold = await context.sql.query<{ home: string }>(
    'select distinct s.register_main_id::text as home from asscheme s where s.tenant_id = $1 and s.is_deleted = 0',
    [context.tenantId],
  );
  const taken = new Set(sold.map((one) => one.home));
  return (await homesOf(context, day)).filter((one) => !taken.has(one.id));
}

/** Return the published templates by their order in the list of the demo company. */
const templatesOf = (context: Context): Promise<{ id: string }[]> =>
  context.sql.query(
    "select id::text as id from asbasescheme where tenant_id = $1 and publish_status = 'published' order by id",
    [context.tenantId],
  );

/** Choose what is sold in a week: renewals of contracts that end soon, else contracts for further homes. */
async function salesOf(context: Context, world: DemoWorld, count: number, chance: Chance): Promise<Sale[]> {
  const templates = (await templatesOf(context)).slice(0, TEMPLATES.length);
  const ending = await endingOf(context, addDays(world.today, BEGINS[1]));
  const free = await freeHomesOf(context, firstDayOf(world));
  const first = addDays(world.today, BEGINS[0]);
  return Array.from({ length: count }).flatMap((): Sale[] => {
    const due = chance.percent(RENEWED) ? ending.shift() : undefined;
    const renewed = due ? templates.findIndex((one) => one.id === due.template) : -1;
    if (due && renewed >= 0) {
      const { price } = TEMPLATES[renewed];
      const startDate = addDays(due.end, 1) > first ? addDays(due.end, 1) : first;
      return [
        {
          baseSchemeId: due.template,
          registerMainId: due.home,
          systems: systemsOf(TEMPLATES[renewed]),
          price,
          startDate,
        },
      ];
    }
    const home = free.length ? free.splice(chance.between(0, free.length - 1), 1)[0] : undefined;
    const fitting = home ? TEMPLATES.flatMap((one, nth) => (suits(one, home) && templates[nth] ? [nth] : [])) : [];
    if (!home || fitting.length === 0) return [];
    const nth = chance.pick(fitting);
    const startDate = addDays(world.today, chance.between(...BEGINS));
    const { price } = TEMPLATES[nth];
    return [
      {
        baseSchemeId: templates[nth].id,
        registerMainId: home.id,
        systems: systemsOf(TEMPLATES[nth]),
        price,
        startDate,
      },
    ];
  });
}

/** Sell a contract with its machines as customer service. Its customer pays by a link, and finance approves the money. */
async function sell(world: DemoWorld, at: string, sale: Sale, way: string): Promise<void> {
  const { systems, price, ...body } = sale;
  const made = await world.as('as_cs', at, async (context) => {
    const { id, customerId } = await context.submit(scheme, { ...body });
    const all = await context.find(equipment, { registerMainId: sale.registerMainId }, { limit: 100 });
    for (const one of all)
      if (
        !['removed', 'replaced'].includes(String(one.equipmentStatus)) &&
        (systems.length === 0 || systems.includes(String(one.systemType)))
      )
        await context.submit(schemeEquipment, { schemeId: id, equipmentId: one.id, qty: '1' });
    return { schemeId: id, customerId };
  });
  await world.product(at, (context) =>
    context.create(collection, {
      ...made,
      collectType: 'scheme',
      paymentTypeId: way,
      receivableAmount: price,
      amount: price,
      collectTime: at,
      tradeNo: `FA${made.schemeId}`,
    } as Draft<typeof collection>),
  );
}

/** Activate the contracts whose money finance approved. */
async function activatePaid(world: DemoWorld, at: string): Promise<void> {
  const paid = await world.product(at, (context) =>
    context.find(scheme, { schemeStatus: 'draft', payStatus: 'paid' }, { limit: 500 }),
  );
  for (const { id } of paid)
    await unlessRefused(world, at, () => world.as('as_manager', at, (context) => context.act(scheme, id, 'activate')));
}

/** Return the sales of each week, and the activations of the following week. */
export function salesSteps(world: DemoWorld): DatedStep[] {
  const chance = new Chance(ownRandom(20_261_215));
  const steps: DatedStep[] = [];
  const first = firstDayOf(world);
  for (let week = 0; addDays(first, week * 7 + 3) < world.today; week += 1) {
    const [at, next] = [`${addDays(first, week * 7 + 3)} 16:10:00`, `${addDays(first, week * 7 + 8)} 09:40:00`];
    const each = SALES_A_WEEK * world.share;
    const count = Math.floor((week + 1) * each) - Math.floor(week * each);
    steps.push({
      at,
      async run() {
        const [way] = await world.product(at, (context) => context.find(paymentType, { typeCode: 'WX' }, { first: 1 }));
        const sales = await world.product(at, (context) => salesOf(context, world, count, chance));
        for (const one of sales) await unlessRefused(world, at, () => sell(world, at, one, way.id));
      },
    });
    steps.push({ at: next, run: () => activatePaid(world, next) });
  }
  return steps;
}
