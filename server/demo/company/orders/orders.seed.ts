import type { Draft } from '#kernel/language/paper.ts';
import { addDays, addMinutes, dayOf } from '#business/masterdata/days.rules.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { type Case, type OrderBook, teamOf } from './order-book.ts';
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

/** Of a hundred orders so many are cancelled before anybody goes. */
const CANCELLED = 4;

/** Most that is done in one visit; of four visits on one day each is a short one. */
const MOST_MACHINES = 5;
const FEW_MACHINES = 2;

/** The machines of a home for which such an order is: of one team, all of them where they are looked after. */
function machinesFor(book: OrderBook, home: SeedHome, kind: WorkKind, first: SeedMachine): readonly SeedMachine[] {
  const fitting = home.machines.filter((one) => canHave(kind, one.category));
  const lead = fitting.includes(first) ? first : book.chance.pick(fitting);
  const others = fitting.filter((one) => one !== lead && teamOf(home, one.system) === teamOf(home, lead.system));
  return kind === 'maintain'
    ? [lead, ...others].slice(0, MOST_MACHINES)
    : kind === 'clean'
      ? [lead, ...others].slice(0, 2)
      : [lead];
}

/** An order that somebody placed, by its home and what is to be done. */
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

/** Work that nobody reported as a fault, done on the day that suits the customer. */
export class Orders {
  readonly #book: OrderBook;
  /** How much of a cancelled order is due: evenly over all of them, and not by luck. */
  #due = 0;

  constructor(book: OrderBook) {
    this.#book = book;
  }

  #isCancelledNow(): boolean {
    this.#due += CANCELLED / 100;
    if (this.#due < 1) return false;
    this.#due -= 1;
    return true;
  }

  /** One order of a day; `wanted`: the day on which it is done, `by`: who does it. */
  order(day: string, wanted?: string, by?: Crewman): void {
    const { chance } = this.#book;
    const { at, home, machine } = this.#book.caseOn(day, by && ((one) => this.#isFor(one, by.team)));
    const chosen = chance.weighted(kinds);
    const kind = home.machines.some((one) => canHave(chosen, one.category)) ? chosen : 'maintain';
    const machines = machinesFor(this.#book, home, kind, machine).slice(0, by ? FEW_MACHINES : MOST_MACHINES);
    const team = by?.team ?? teamOf(home, machines[0].system);
    const expectDate = wanted ?? addDays(dayOf(at), chance.between(1, 9));
    const made: Case = { at, home, machine: machines[0], channel: 'phone', team };
    const draft = orderDraft(
      made,
      {
        receiptsType: kind,
        repairType: machines[0].system as OrderDraft['repairType'],
        content: orderedWork(kind, machines),
        expectDate,
        expectSlot: chance.pick(['am1', 'am2', 'pm1', 'pm2'] as const),
      },
      machines,
    );
    this.#book.at(made, at, 'as_cs', async (context) => {
      made.orderId = (await context.create(registration, draft)).id;
    });
    if (!wanted && this.#isCancelledNow()) {
      this.#cancelled(made);
      return;
    }
    const job = { minutes: minutesOf(kind, machines), task: { kind }, machines };
    this.#book.serve(made, `${expectDate} 07:00:00`, job, { known: at, ...(by && { fits: (man) => man === by }) });
  }

  #isFor(home: SeedHome, team: string): boolean {
    return home.machines.some((one) => teamOf(home, one.system) === team) && home.team === team;
  }

  #cancelled(one: Case): void {
    const { chance } = this.#book;
    const cancelReason = chance.weighted({ self: 40, price: 30, time: 30 });
    this.#book.at(one, addMinutes(one.at, chance.between(30, 700)), 'as_cs_lead', (context) =>
      context.act(registration, one.orderId!, 'cancel', { cancelReason, reason: '客户来电取消' }),
    );
  }
}
