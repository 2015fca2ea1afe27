import { addDays } from '#kernel/language/days.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import { must, mustGet } from '#kernel/language/must.ts';
import type { ActionInput, Draft, Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { schemeName } from '#business/contracts/dictionaries.ts';
import { namePlans } from '#business/contracts/uses/name-plans.server.ts';
import { schemeEquipment } from '#business/contracts/parts/scheme-equipment.paper.ts';
import type { Scheme } from '#business/contracts/scheme/counters.server.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '../refusals.ts';
import { type Trip, tripsOf } from './trips.rules.ts';
import { planOccurrence } from './plan-occurrence.paper.ts';
import { termsOfAll } from './terms.server.ts';

export type Occurrence = Row<typeof planOccurrence>;

/** Visits that are registered in one act. */
const MAX_TOGETHER = 100;

/** Refuse visits that have a work order, whose contract is suspended, or whose day is too far ahead. */
async function assertRegistrable(
  context: Context,
  rows: readonly Occurrence[],
  schemes: ReadonlyMap<string, Scheme>,
  wanted: string | null,
): Promise<void> {
  if (rows.length > MAX_TOGETHER) throw refuse.tooManyPlans({ most: MAX_TOGETHER });
  const days = Number(await context.parameter('as.plan.registerDays')) || 21;
  const last = addDays(context.today(), days);
  if (wanted && wanted < context.today()) throw refuse.dayOver();
  for (const row of rows) {
    const of = mustGet(schemes, row.schemeId);
    if (of.schemeStatus === 'suspended') throw refuse.frozen({ no: of.schemeNo });
    if (row.registrationFormId) {
      const { registrationNo } = await context.get(registration, row.registrationFormId);
      throw refuse.alreadyRegistered({ no: row.planNo, order: registrationNo });
    }
    if ((wanted ?? row.expectDate ?? row.planDate) > last) throw refuse.tooFarAhead({ no: row.planNo, days });
  }
}

/** Return the machines of contracts, without repetition. */
async function machinesOf(context: Context, schemeIds: readonly string[]): Promise<Row<typeof equipment>[]> {
  const lines = await context.find(schemeEquipment, { schemeId: schemeIds }, { limit: 1000 });
  const ids = [...new Set(lines.map((line) => line.equipmentId))];
  return ids.length ? context.find(equipment, { id: ids }, { limit: 1000 }) : [];
}

/** Return what is done on a trip. */
const contentOf = (context: Context, trip: Trip<Occurrence>): string =>
  trip.rows
    .map(({ schemeName: name, content, occurrenceNo }) => {
      const label: Label = name ? [schemeName.items[name][0], schemeName.items[name][1]] : ['', ''];
      // A contract of one kind of visit has its name.
      const what = [...new Set([labelIn(label, context.language), content ?? ''])].filter(Boolean).join(' ');
      return what + labelIn([`（第 ${occurrenceNo} 次）`, ` (visit ${occurrenceNo})`], context.language);
    })
    .join('；');

/** Return a day, or today where it is over: an overdue visit is wanted today. */
const notBefore = (today: string, day: string): string => (day < today ? today : day);

/** Create the work order of a trip: one home, one or several visits of its contracts. */
async function orderOf(
  context: Context,
  trip: Trip<Occurrence>,
  schemes: ReadonlyMap<string, Scheme>,
  wanted: { readonly expectDate: string | null; readonly expectSlot: Occurrence['expectSlot'] },
): Promise<string> {
  const [first] = trip.rows;
  const of = mustGet(schemes, first.schemeId);
  const ids = [...new Set(trip.rows.map((row) => row.schemeId))];
  const machines = await machinesOf(context, ids);
  if (machines.length === 0) throw refuse.noMachine({ no: of.schemeNo });
  const templates = await termsOfAll(
    context,
    ids.map((id) => mustGet(schemes, id)),
  );
  const order = await context.create(registration, {
    createDept: of.createDept,
    customerId: of.customerId,
    registerMainId: of.registerMainId,
    phone: of.contactPhone,
    address: of.address,
    source: 'plan',
    receiptsType: 'maintain',
    repairType: machines[0].systemType,
    urgency: 'normal',
    content: contentOf(context, trip),
    planId: first.id,
    expectDate: wanted.expectDate ?? notBefore(context.today(), first.expectDate ?? first.planDate),
    expectSlot: wanted.expectSlot ?? first.expectSlot ?? of.preferredSlot,
    stdMinutes: trip.rows.reduce((sum, row) => sum + must(row.stdMinutes, 'stdMinutes'), 0),
    requiredSkillIds: [...new Set(ids.flatMap((id) => templates.get(id)?.template.requiredSkillIds ?? []))],
    equipment: machines.map(({ id, equipmentName }) => ({ equipmentId: id, equipmentName })),
    schemes: ids.map((schemeId) => {
      const own = trip.rows.filter((row) => row.schemeId === schemeId);
      return { schemeId, consumeTimes: own.length };
    }),
  } as unknown as Draft<typeof registration> & Row<typeof registration>);
  await namePlans(context, order.id, new Map(trip.rows.toReversed().map((row) => [row.schemeId, row.id])));
  return order.id;
}

/**
 * Register planned visits as one act: visits of one home whose windows overlap become one work order. Return the values
 * of each visit, by its id.
 */
export async function registerAll(
  context: Context,
  rows: readonly Occurrence[],
  { expectDate, expectSlot }: ActionInput<typeof planOccurrence, 'register'>,
): Promise<ReadonlyMap<string, Partial<Occurrence>>> {
  const ids = [...new Set(rows.map((row) => row.schemeId))];
  const schemes = new Map((await context.lockRows(scheme, ids)).map((one) => [one.id, one]));
  await assertRegistrable(context, rows, schemes, expectDate ?? null);
  const values = new Map<string, Partial<Occurrence>>();
  for (const trip of tripsOf(rows)) {
    const orderId = await orderOf(context, trip, schemes, {
      expectDate: expectDate ?? null,
      expectSlot: expectSlot ?? null,
    });
    for (const { id } of trip.rows) values.set(id, { registrationFormId: orderId });
  }
  return values;
}
