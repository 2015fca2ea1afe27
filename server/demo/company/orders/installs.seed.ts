import type { Draft } from '#kernel/language/paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { addDays, addMinutes, dayOf } from '#kernel/language/days.ts';
import { momentOn } from './calendar.ts';
import type { OrderBook } from './order-book.ts';
import type { Newcomers, SeedHome, SeedMachine } from '../homes.seed.ts';
import { orderDraft } from './orders.seed.ts';
import { minutesOf, orderedWork } from './works.ts';

/** The queue of all installers: two of one team work together, so their events must stay in order. */
const LANE = 'install';

/**
 * Plan a new customer with an empty home: registered on this day, and some days later two installers install all units.
 * Some cancel before.
 */
export function install(book: OrderBook, newcomers: Newcomers, day: string): void {
  const { chance } = book;
  const at = momentOn(chance, day, 'phone');
  const door = newcomers.door();
  const units = newcomers.units();
  const planned = units.map(({ unit: [name, category] }) => ({ name, category: String(category) }));
  const minutes = minutesOf('install', planned);
  const booked = book.service.bookTwo(`${addDays(day, chance.between(5, 13))} 06:55:00`, minutes);
  if (!booked) return;
  const { team } = booked.man;
  const machines: SeedMachine[] = [];
  let [home, orderId]: [SeedHome | undefined, string | undefined] = [undefined, undefined];
  book.happens({
    at,
    who: 'as_cs',
    worker: LANE,
    work: async (context, lane) => {
      home = await newcomers.take(context, { day: dayOf(at), at: door, chance: lane });
      const draft = orderDraft(
        { home, team },
        {
          receiptsType: 'install',
          repairType: units[0].system as Draft<typeof registration>['repairType'],
          content: orderedWork('install', planned),
          expectDate: dayOf(booked.from),
          expectSlot: 'am1',
        },
        [],
      );
      orderId = (await context.create(registration, draft)).id;
    },
  });
  if (chance.percent(4)) {
    book.happens({
      at: addMinutes(at, chance.between(600, 3000)),
      who: 'as_cs_lead',
      worker: LANE,
      work: (context) =>
        context.act(registration, orderId!, 'cancel', { cancelReason: 'price', reason: '客户选用其他方案' }),
    });
    return;
  }
  book.service.planned(
    {
      orderId: () => orderId,
      team: LANE,
      minutes,
      task: { kind: 'install' },
      machines,
      inTwos: true,
      ...(units.some((one) => one.system === 'floorHeat') && { laidArea: chance.between(80, 150) }),
      built: async (context, done, lane) => {
        machines.push(...(await newcomers.build(context, home!, { units, day: dayOf(done), chance: lane })));
      },
    },
    booked,
    at,
  );
}
