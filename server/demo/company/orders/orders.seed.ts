import type { Draft } from '#kernel/language/paper.ts';
import { addMinutes } from '#kernel/language/days.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import type { Chance } from '#business/system/seed/demo-world.seed.ts';
import { momentOn } from './calendar.ts';
import type { WantedOrder } from './demand.ts';
import { type Case, type OrderBook, teamOf } from './order-book.ts';
import type { Contracts } from './plan-visits.seed.ts';
import type { SeedHome, SeedMachine } from '../homes.seed.ts';
import type { Crewman } from '../people.seed.ts';
import { type WorkKind, canHave, minutesOf, orderedWork } from './works.ts';

type OrderDraft = Draft<typeof registration>;

const kinds: Readonly<Record<Exclude<WorkKind, 'install'>, number>> = {
  maintain: 58,
  clean: 13,
  consumable: 14,
  inspect: 5,
  training: 5,
  survey: 5,
};

/** Weights of the ordered work that installers do between installations. */
const installerKinds: typeof kinds = { maintain: 45, clean: 20, consumable: 0, inspect: 15, survey: 15, training: 5 };

/** Share of orders that are cancelled before the visit, in per cent. */
const CANCELLED = 4;

/** Maximum machines in one visit, and the maximum for a technician with four visits on one day. */
const MAX_MACHINES = 3;
const FEW_MACHINES = 2;

/** Return the machines of an order: all that fit for maintenance, up to two for cleaning, else one. */
function machinesFor(chance: Chance, of: readonly SeedMachine[], kind: WorkKind): readonly SeedMachine[] {
  const fitting = of.filter((one) => canHave(kind, one.category));
  const lead = chance.pick(fitting);
  const all = [lead, ...fitting.filter((one) => one !== lead)];
  return kind === 'maintain' ? all : all.slice(0, kind === 'clean' ? 2 : 1);
}

/** Return the draft of an order from its home, its work and its machines. */
export const orderDraft = (
  { home, team }: Pick<Case, 'home' | 'team'>,
  rest: Pick<OrderDraft, 'receiptsType' | 'repairType' | 'content' | 'expectDate' | 'expectSlot'>,
  machines: readonly SeedMachine[],
): OrderDraft =>
  ({
    registerMainId: home.fileId,
    customerId: home.customerId,
    customerName: home.name,
    phone: home.phone,
    address: home.address,
    premisesId: home.premisesId,
    location: home.location,
    customerServiceTeam: team,
    source: 'phone',
    urgency: 'normal',
    ...rest,
    ...(machines.length && {
      equipment: machines.map((one) => ({ equipmentId: one.id, equipmentName: one.name })),
    }),
  }) as OrderDraft;

/** Plans ordered work (not faults) on a day that suits the customer. */
export class Orders {
  readonly #book: OrderBook;
  readonly #contracts: Contracts;
  /**
   * Fraction of the next cancellation, summed over the orders: cancellations are spread evenly instead of at random.
   */
  #due = 0;

  constructor(book: OrderBook, contracts: Contracts) {
    this.#book = book;
    this.#contracts = contracts;
  }

  #isCancelledNow(): boolean {
    this.#due += CANCELLED / 100;
    if (this.#due < 1) return false;
    this.#due -= 1;
    return true;
  }

  /** Plan an order for a day. `by`: the visit is promised with this technician, and the order is never cancelled. */
  order({ day, wanted, team }: WantedOrder, by?: Crewman): void {
    const { chance } = this.#book;
    const isInstaller = team.startsWith('install');
    const home = this.#book.homeOn(
      day,
      (one) => !this.#contracts.covers(one, team) && (isInstaller || this.#machinesOf(one, team).length > 0),
    );
    const own = isInstaller ? home.machines : this.#machinesOf(home, team);
    const chosen: WorkKind = chance.weighted(isInstaller ? installerKinds : kinds);
    const kind = own.some((one) => canHave(chosen, one.category)) ? chosen : 'maintain';
    const machines = machinesFor(chance, own, kind).slice(0, by ? FEW_MACHINES : MAX_MACHINES);
    const made: Case = { at: momentOn(chance, day, 'phone'), home, machine: machines[0], channel: 'phone', team };
    const draft = orderDraft(
      made,
      {
        receiptsType: kind,
        repairType: machines[0].system as OrderDraft['repairType'],
        content: orderedWork(kind, machines),
        expectDate: wanted,
        expectSlot: chance.pick(['am1', 'am2', 'pm1', 'pm2'] as const),
      },
      machines,
    );
    this.#book.at(made, made.at, 'as_cs', async (context) => {
      made.orderId = (await context.create(registration, draft)).id;
    });
    if (!by && this.#isCancelledNow()) {
      this.#cancelled(made);
      return;
    }
    const job = { minutes: minutesOf(kind, machines), task: { kind }, machines };
    this.#book.serve(made, `${wanted} 07:00:00`, job, { known: made.at, ...(by && { fits: (man) => man === by }) });
  }

  /** Return the machines of a home whose systems belong to this team. */
  #machinesOf(home: SeedHome, team: string): readonly SeedMachine[] {
    return home.machines.filter((one) => teamOf(home, one.system) === team);
  }

  #cancelled(one: Case): void {
    const { chance } = this.#book;
    const cancelReason = chance.weighted({ self: 40, price: 30, time: 30 });
    this.#book.at(one, addMinutes(one.at, chance.between(30, 700)), 'as_cs_lead', (context) =>
      context.act(registration, one.orderId!, 'cancel', { cancelReason, reason: '客户来电取消' }),
    );
  }
}
