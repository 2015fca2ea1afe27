import { workingDayOf } from '#business/scheduling/working-time.rules.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { type Reading, sql } from '#kernel/server';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Row } from '#kernel/language/paper.ts';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import { OPEN_VISIT_STATES } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import type { BagItem, CompanyTerms, OwnDay } from './own-day.calls.ts';
import { wholeVisit } from './visit-work.server.ts';
import { crewMemberFacts } from '#business/dispatch/crew/crew-member-facts.relation.ts';

/**
 * Return the stock of a technician's van with prices and codes, so that the phone can work without network. Goods on
 * their way to the van belong to its technician too, but are not in it.
 */
export async function bagOf(reading: Reading, technicianId: string): Promise<{ bag: BagItem[] }> {
  const query = { technicianId, warehouseType: 'person', hideZero: 'true' };
  const rows = await reading.visible(stock, { query }).words({ limit: MAX_ITEMS });
  const ids = [...new Set(rows.flatMap((row) => row.materialId ?? []))];
  const items = new Map(
    (ids.length ? await reading.find(material, { id: ids }, { limit: MAX_ITEMS }) : []).map((item) => [item.id, item]),
  );
  return { bag: rows.map((row) => inBag(row, items.get(row.materialId ?? ''))) };
}

/** Combine a stock row with the price, barcode and unit of its material. */
const inBag = (row: AnsweredRow<typeof stock>, item: Row<typeof material> | undefined): BagItem => ({
  ...lying(row),
  salePrice: item?.salePrice ?? '0',
  barcode: item?.barcode ?? null,
  unit: item?.unit ?? null,
  returnOld: item?.returnOld === true,
});

const lying = (row: AnsweredRow<typeof stock>): Omit<BagItem, 'salePrice' | 'barcode' | 'unit' | 'returnOld'> => ({
  id: row.id,
  materialId: row.materialId ?? '',
  warehouseId: row.warehouseId ?? '',
  itemCode: row.itemCode ?? '',
  itemName: row.itemName ?? '',
  materialStatus: row.materialStatus ?? '',
  serialNo: row.serialNo || null,
  onHand: row.onHand ?? '0',
  available: row.available ?? '0',
});

const MAX_ITEMS = 500;
const LOOK_BACK_DAYS = 14;
const LOOK_AHEAD_DAYS = 7;
const MOST = 40;

const numberOf = async (reading: Reading, key: string, otherwise: number): Promise<number> =>
  Number(await reading.parameter(key)) || otherwise;

/** Return the company's prices and tolerances for a completion. */
export const dayTermsOf = async (reading: Reading): Promise<CompanyTerms> => ({
  mileagePrice: (await reading.parameter('as.mileage.feePrice')) || '0',
  toleranceKm: await numberOf(reading, 'as.mileage.toleranceKm', 5),
  tolerancePercent: await numberOf(reading, 'as.mileage.tolerancePercent', 20),
});

/** Return the payment methods. */
export const paymentMethodsOf = (reading: Reading): Promise<AnsweredRow<typeof paymentType>[]> =>
  reading.visible(paymentType, { query: { status: '1' } }).words({ limit: 50 });

/**
 * Return the caller's visits of today and the next days, and earlier ones that are open or whose completion was
 * returned.
 */
export async function ownDay(reading: Reading): Promise<OwnDay> {
  const today = reading.today();
  const [me] = await reading.find(technician, { userId: reading.person.id }, { first: 1 });
  if (!me) return { today, now: reading.now(), technician: null, visits: [] };
  const rows = await reading
    .visible(visit, {
      also: sql`t.sent_time is not null and (t.technician_id = ${me.id} or exists (select 1 from ${crewMemberFacts} c where c.tenant_id = t.tenant_id and c.disp_id = t.disp_id and c.technician_id = ${me.id} and c.is_current and c.is_deleted = 0))
      and t.task_status not in ('transferred', 'recalled', 'cancelled', 'refused') and t.plan_start >= (${addDays(today, -LOOK_BACK_DAYS)}::date)::timestamptz and t.plan_start < (${addDays(today, LOOK_AHEAD_DAYS)}::date)::timestamptz
      and (t.plan_start >= (${today}::date)::timestamptz or t.task_status = any(${OPEN_VISIT_STATES}::text[]) or (t.task_status in ('finished', 'partial') and exists (select 1 from ascompletionregistration d where d.tenant_id = t.tenant_id and d.dispatch_list_id = t.id and d.complete_status = 'refill' and d.is_deleted = 0)))`,
    })
    .rows({ order: 't.plan_start asc, t.id asc', limit: MOST });
  const hours = workingDayOf(me);
  const who = {
    id: me.id,
    name: me.realName,
    team: me.customerServiceTeam,
    homeLocation: me.homeLocation,
    workStart: hours.start,
    workEnd: hours.end,
    vehicleNo: me.vehicleNo,
  };
  // Read everything at once, so that the statements share the connection. One after another, each of about 200
  // statements would wait for the answer to the one before.
  const [visits, bag, ways, speedKmh, arriveMetres, terms] = await Promise.all([
    Promise.all(rows.map((row) => wholeVisit(reading, row))),
    bagOf(reading, me.id),
    paymentMethodsOf(reading),
    numberOf(reading, 'as.dispatch.speedKmh', 30),
    numberOf(reading, 'as.arrive.maxMetres', 500),
    dayTermsOf(reading),
  ]);
  return { today, now: reading.now(), technician: who, ...bag, ways, speedKmh, arriveMetres, terms, visits };
}
