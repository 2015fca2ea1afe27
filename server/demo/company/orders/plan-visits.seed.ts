import { registration } from '#business/intake/registration/registration.paper.ts';
import { planOccurrence } from '#business/plans/occurrence/plan-occurrence.paper.ts';
import { type Chance, type DemoWorld, firstDayOf, twoDigits } from '#business/system/seed/demo-world.seed.ts';
import { addDays } from '#kernel/language/days.ts';
import type { Draft } from '#kernel/language/paper.ts';
import type { SeedHome, SeedMachine } from '../homes.seed.ts';
import type { Task } from '../service/job.ts';
import type { Case, OrderBook } from './order-book.ts';

type OrderTeam = NonNullable<Draft<typeof registration>['customerServiceTeam']>;

/** A planned visit of a contract that the demo company serves. */
export interface ContractVisit {
  readonly id: string;
  readonly home: SeedHome;
  readonly machines: readonly SeedMachine[];
  readonly day: string;
  readonly content: string;
  readonly minutes: number;
  readonly team: string;
}

/** A contract: its home and the teams that serve its machines. */
interface Sold {
  readonly fileId: string;
  readonly kind: string;
}

/** Days between the registration of a visit and its day. */
const LEAD = [2, 9] as const;
/** Days that an agreed day is after the planned one: mostly none. */
const MOVED = { 0: 72, 1: 12, 2: 8, 3: 5, 5: 3 } as const;
/** Shares of visits in per cent: some are skipped, and some nobody calls about. */
const LOTS = { served: 92, skipped: 4, forgotten: 4 } as const;
const SHORTEST = 45;
const skips = ['客户在外地，本次不做', '房屋装修中，客户要求跳过', '客户自行换过滤芯'] as const;

/** Teams of all homes for systems that no team of a district serves. */
const TEAM_BY_KIND: Readonly<Record<string, string>> = { air: 'smart', water: 'water' };

/** The visits that contracts plan from the first order on, and the homes that have a contract. */
export class Contracts {
  readonly visits: readonly ContractVisit[];
  readonly #teams = new Map<string, Set<string>>();

  constructor(visits: readonly ContractVisit[], sold: readonly Sold[]) {
    this.visits = visits;
    for (const { fileId, kind } of sold)
      this.#teams.set(fileId, (this.#teams.get(fileId) ?? new Set()).add(TEAM_BY_KIND[kind] ?? kind));
  }

  /** Does a contract cover what this team does in a home? Then its visits are planned, and nobody orders them. */
  covers(home: SeedHome, team: string): boolean {
    const teams = this.#teams.get(home.fileId);
    if (!teams) return false;
    if (teams.has('whole') || team.startsWith('install')) return true;
    const isOfDistrict = team === home.team;
    return teams.has(team) || (isOfDistrict && (teams.has('heating') || teams.has('cooling')));
  }
}

/** Read the contracts of the demo company, and their visits until some days after its end. */
export async function readContracts(
  world: DemoWorld,
  homes: readonly SeedHome[],
  daysToCome: number,
): Promise<Contracts> {
  const first = firstDayOf(world);
  const byFile = new Map(homes.map((one) => [one.fileId, one]));
  const { rows, sold } = await world.product(`${first} 00:10:00`, async (context) => ({
    rows: await context.sql.query<{
      id: string;
      fileId: string;
      day: string;
      content: string;
      minutes: number;
      kind: string;
      machines: string[];
    }>(
      `select t.id::text as id, t.register_main_id::text as "fileId", t.plan_date::text as day, coalesce(t.content, '') as content, t.std_minutes as minutes, s.fangan_type as kind,
         array(select e.equipment_id::text from asschemeequipment e where e.tenant_id = s.tenant_id and e.scheme_id = s.id and e.is_deleted = 0 order by e.id) as machines
       from asmaintain t join asscheme s on s.tenant_id = t.tenant_id and s.id = t.scheme_id
       where t.tenant_id = $1 and t.is_deleted = 0 and t.plan_status = 'planned' and t.plan_date between $2::date and $3::date order by t.plan_date, t.id`,
      [context.tenantId, first, addDays(world.today, daysToCome)],
    ),
    sold: await context.sql.query<Sold>(
      `select s.register_main_id::text as "fileId", s.fangan_type as kind from asscheme s where s.tenant_id = $1 and s.is_deleted = 0 and s.scheme_status = 'active' order by s.id`,
      [context.tenantId],
    ),
  }));
  const visits = rows.flatMap(({ fileId, machines, kind, ...row }): ContractVisit[] => {
    const home = byFile.get(fileId);
    const own = home?.machines.filter((one) => machines.includes(one.id)) ?? [];
    return home && own.length ? [{ ...row, home, machines: own, team: TEAM_BY_KIND[kind] ?? home.team }] : [];
  });
  return new Contracts(visits, sold);
}

const taskOf = (content: string): Task => ({ kind: content.startsWith('换滤') ? 'consumable' : 'maintain' });

/** Plans the visits of contracts: customer service registers most of them some days before, like other orders. */
export class PlanVisits {
  readonly #book: OrderBook;

  constructor(book: OrderBook) {
    this.#book = book;
  }

  /** Plan a visit and what follows from it. Return the day of the visit; null: it does not take place. */
  visit(one: ContractVisit): string | null {
    const { chance } = this.#book;
    const lot = chance.weighted(LOTS);
    if (lot === 'forgotten') return null;
    const first = firstDayOf(this.#book.world);
    const called = addDays(one.day, -chance.between(...LEAD));
    const day = called < first ? first : called;
    const at = `${day} ${twoDigits(chance.between(9, 15))}:${twoDigits(chance.between(0, 59))}:00`;
    if (lot === 'skipped') {
      this.#skip(one, at);
      return null;
    }
    const agreed = addDays(one.day, Number(chance.weighted(MOVED)));
    const wanted = agreed > day ? agreed : addDays(day, 1);
    this.#book.note(one.home, wanted);
    this.#register(one, at, wanted, chance);
    return wanted;
  }

  #skip({ id, team }: ContractVisit, at: string): void {
    this.#book.at({ team }, at, 'as_cs', (context, lane) =>
      context.act(planOccurrence, id, 'skip', { skipReason: lane.pick(skips) }),
    );
  }

  #register(
    { id, home, machines, team, content, minutes }: ContractVisit,
    at: string,
    wanted: string,
    chance: Chance,
  ): void {
    const made: Case = { at, home, machine: machines[0], channel: 'phone', team };
    const expectSlot = chance.pick(['am1', 'am2', 'pm1', 'pm2'] as const);
    this.#book.at(made, at, 'as_cs', async (context) => {
      await context.act(planOccurrence, id, 'register', { expectDate: wanted, expectSlot });
      const { registrationFormId } = await context.get(planOccurrence, id);
      made.orderId = registrationFormId ?? undefined;
      // The team of the home's district has no water and no fresh air: customer service names the one that has.
      if (registrationFormId && team !== home.team)
        await context.change(registration, registrationFormId, {
          customerServiceTeam: team as OrderTeam,
        });
    });
    const job = { minutes: Math.max(SHORTEST, minutes), task: taskOf(content), machines };
    this.#book.serve(made, `${wanted} 07:00:00`, job, { known: at });
  }
}
