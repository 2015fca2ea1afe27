import type { CallInput, OwnCall } from '#kernel/server/behaviour.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { Context, Reading } from '#kernel/server/context.ts';
import type { Row } from '#kernel/language/paper.ts';
import { annexTypesOf } from '#business/completion/annexes/annexes.server.ts';
import { closedDoors } from '#business/completion/charges/charges.server.ts';
import { partWarranties } from '#business/completion/supplies/part-warranty.server.ts';
import { demandsOf, needsSignature } from '#business/completion/completion/demands.server.ts';
import { completionOfVisit } from '#business/completion/completion/read-completion.server.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { type VisibleRow, visibleRows } from '#business/masterdata/people/visible-rows.server.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
import { crewMember } from '../crew/crew-member.paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { OPEN_VISIT_STATES } from './visit-states.rules.ts';
import { visit } from './visit.paper.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { InClear } from '#kernel/server/rows/present-answer.ts';

type Visit = Row<typeof visit>;

/** The technician behind the account that asks; `0` is nobody. */
export const technicianOf = async (reading: Reading): Promise<string> =>
  (
    await reading.sql.query<{ id: string }>(
      'select id::text as id from astechnician where tenant_id = $1 and user_id = $2 and is_deleted = 0',
      [reading.tenantId, reading.person.id],
    )
  )[0]?.id ?? '0';

/** The number of the customer of an own visit that is open, in clear, so that it can be dialled without a network; everybody else sees it masked. */
export async function withPhone(reading: Reading, row: VisibleRow): Promise<VisibleRow> {
  const own =
    row.technicianId === (await technicianOf(reading)) &&
    !isEmpty(row.acceptTime) &&
    OPEN_VISIT_STATES.includes(row.taskStatus as never);
  if (!own) return row;
  const [of] = await reading.sql.query<{ phone: string }>(
    'select phone from asregistrationform where tenant_id = $1 and id = $2',
    [reading.tenantId, row.registrationFormId],
  );
  return { ...row, contactPhone: new InClear(reading.present(registration, { phone: of?.phone ?? null }).phone) };
}

/** What one should know before ringing: who it is, notes of the home and the estate, what was done here before by whom. */
async function atTheDoor(
  reading: Reading,
  order: Row<typeof registration>,
  visitId: string,
): Promise<Record<string, unknown>> {
  const [home] = await reading.sql.query<{ level: string; keyNote: string | null; accessNote: string | null }>(
    `select c.customer_level as level, f.key_note as "keyNote", p.access_note as "accessNote"
    from asregistrationform r join ascustomer c on c.tenant_id = r.tenant_id and c.id = r.customer_id left join registermain f on f.tenant_id = r.tenant_id and f.id = r.register_main_id left join asbasepremises p on p.tenant_id = r.tenant_id and p.id = r.premises_id
    where r.tenant_id = $1 and r.id = $2`,
    [reading.tenantId, order.id],
  );
  const earlier = await reading.sql.query<{ at: string; words: string; who: string }>(
    `select to_char(c.end_time, 'YYYY-MM-DD') as at, c.maintenance_content as words, c.crew_names as who from ascompletionregistration c join asregistrationform r on r.tenant_id = c.tenant_id and r.id = c.registration_form_id
    where c.tenant_id = $1 and r.register_main_id = $2 and c.dispatch_list_id <> $3 and c.complete_status in ('submitted', 'confirmed', 'redone') and c.is_deleted = 0 order by c.end_time desc limit 3`,
    [reading.tenantId, order.registerMainId, visitId],
  );
  const notes = reading.present(
    premises,
    reading.present(serviceFile, { keyNote: home?.keyNote ?? null, accessNote: home?.accessNote ?? null }),
  );
  return {
    customerLevel: home?.level ?? 'normal',
    ...notes,
    earlier: earlier.map((one) => ({
      ...one,
      words: reading.present(completion, { maintenanceContent: one.words }).maintenanceContent,
      who: reading.present(completion, { crewNames: one.who }).crewNames,
    })),
  };
}

/** What the customer gave at other visits of an order, in CNY: a job that is done again does not forget it. */
async function receivedBefore(reading: Reading, registrationFormId: string, visitId: string): Promise<string> {
  const [{ amount }] = await reading.sql.query<{ amount: string }>(
    `select coalesce(sum(l.amount), 0)::numeric(14,2)::text as amount from ascollectdetaileds l join ascompletionregistration c on c.tenant_id = l.tenant_id and c.id = l.completion_id
    where l.tenant_id = $1 and l.is_deleted = 0 and c.registration_form_id = $2 and c.dispatch_list_id <> $3`,
    [reading.tenantId, registrationFormId, visitId],
  );
  return amount;
}

/** A visit with what is needed at the door: order, machines, crew, required photos, check list, whether the customer must sign, and what was written already. */
export async function visitDetail(reading: Reading, row: Visit): Promise<Record<string, unknown>> {
  const order = await reading.get(registration, row.registrationFormId!);
  const [shown] = await visibleRows(reading, registration, { match: { id: order.id }, limit: 1 });
  const [form] = await visibleRows(reading, dispatchForm, { match: { id: row.dispId }, limit: 1 });
  return {
    ...(await withPhone(reading, row as unknown as VisibleRow)),
    registration: shown ?? null,
    dispatch: form ?? null,
    crew: await reading.find(crewMember, { dispId: row.dispId, isCurrent: true }, 100),
    equipment: await reading.find(registrationEquipment, { registrationFormId: order.id }, 500),
    annexTypes: await annexTypesOf(reading, row),
    checklist: await demandsOf(reading, order),
    needsSignature: await needsSignature(reading, order),
    partWarranties: Object.fromEntries(await partWarranties(reading, order, row.id)),
    closedDoors: await closedDoors(reading, order.id),
    receivedBefore: await receivedBefore(reading, order.id, row.id),
    completion: await completionOfVisit(reading, row),
    ...(await atTheDoor(reading, order, row.id)),
  };
}

/** What lies in the technician's van, with prices and codes: it must be found without a network. */
export async function bagOf(reading: Reading, technicianId: string): Promise<{ bag: Record<string, unknown>[] }> {
  const rows = await reading.readVisible(stock, { technicianId, hideZero: 'true' }, MOST_ITEMS);
  const ids = [...new Set(rows.map((row) => String(row.materialId)))];
  const items = new Map(
    (ids.length ? await reading.find(material, { id: ids }, MOST_ITEMS) : []).map((item) => [item.id, item]),
  );
  return {
    bag: rows.map((row) => {
      const item = items.get(String(row.materialId));
      return {
        id: row.id,
        materialId: row.materialId,
        warehouseId: row.warehouseId,
        itemCode: row.itemCode,
        itemName: row.itemName,
        materialStatus: row.materialStatus,
        serialNo: row.serialNo || null,
        onHand: row.onHand,
        available: row.available,
        salePrice: item?.salePrice ?? '0',
        barcode: item?.barcode ?? null,
        unit: item?.unit ?? null,
        returnOld: item?.returnOld === true,
      };
    }),
  };
}

const MOST_ITEMS = 500;
const LOOK_BACK_DAYS = 14;
const LOOK_AHEAD_DAYS = 7;
const MOST = 40;

const numberOf = async (reading: Reading, key: string, otherwise: number): Promise<number> =>
  Number(await reading.parameter(key)) || otherwise;

/** Prices and tolerances of the company that a completion is reckoned with. */
export const dayTermsOf = async (
  reading: Reading,
): Promise<{ mileagePrice: string; toleranceKm: number; tolerancePercent: number }> => ({
  mileagePrice: (await reading.parameter('as.mileage.feePrice')) || '0',
  toleranceKm: await numberOf(reading, 'as.mileage.toleranceKm', 5),
  tolerancePercent: await numberOf(reading, 'as.mileage.tolerancePercent', 20),
});

/** The ways in which a customer may pay. */
export const paymentMethodsOf = (reading: Reading): Promise<Record<string, unknown>[]> =>
  reading.readVisible(paymentType, { status: '1' }, 50);

/** The asking technician's visits of today, those that are still open from before, and those sent for the next days. */
async function ownDay(reading: Reading): Promise<Record<string, unknown>> {
  const today = reading.today();
  const [me] = await reading.find(technician, { userId: reading.person.id }, 1);
  if (!me) return { today, now: reading.now(), technician: null, visits: [] };
  const rows = await visibleRows(reading, visit, {
    also: (
      values,
    ) => `t.sent_time is not null and (t.technician_id = ${values.add(me.id)} or exists (select 1 from asdispatchformdetails c where c.tenant_id = t.tenant_id and c.disp_id = t.disp_id and c.technician_id = ${values.add(me.id)} and c.is_current and c.is_deleted = 0))
      and t.task_status not in ('transferred', 'recalled', 'cancelled', 'refused') and t.plan_start >= (${values.add(addDays(today, -LOOK_BACK_DAYS))}::date)::timestamptz and t.plan_start < (${values.add(addDays(today, LOOK_AHEAD_DAYS))}::date)::timestamptz
      and (t.plan_start >= (${values.add(today)}::date)::timestamptz or t.task_status = any(${values.add(OPEN_VISIT_STATES)}::text[]) or (t.task_status in ('finished', 'partial') and exists (select 1 from ascompletionregistration d where d.tenant_id = t.tenant_id and d.dispatch_list_id = t.id and d.complete_status = 'refill' and d.is_deleted = 0)))`,
    order: 't.plan_start asc, t.id asc',
    limit: MOST,
  });
  const visits = [];
  for (const row of rows) visits.push({ ...row, ...(await visitDetail(reading, row as unknown as Visit)) });
  const who = {
    id: me.id,
    name: me.realName,
    team: me.customerServiceTeam,
    homeLocation: me.homeLocation,
    workStart: me.workStart,
    workEnd: me.workEnd,
  };
  return {
    today,
    now: reading.now(),
    technician: who,
    ...(await bagOf(reading, me.id)),
    ways: await paymentMethodsOf(reading),
    speedKmh: await numberOf(reading, 'as.dispatch.speedKmh', 30),
    arriveMetres: await numberOf(reading, 'as.arrive.maxMetres', 500),
    terms: await dayTermsOf(reading),
    visits,
  };
}

/** The technician has them on his phone: from now on they are no secret that could be taken back quietly. */
async function markSeen({ body }: CallInput, context: Context): Promise<unknown> {
  const ids = (Array.isArray(body.ids) ? body.ids : []).map(String).filter(isId).slice(0, MOST);
  const rows = await context.sql.query(
    'update dispatchlist set seen_time = $4, version = version + 1, update_time = $4 where tenant_id = $1 and id = any($2::bigint[]) and technician_id = $3 and sent_time is not null and seen_time is null and is_deleted = 0 returning id',
    [context.tenantId, ids, await technicianOf(context), context.now()],
  );
  return { count: rows.length };
}

export const ownDayCalls: readonly OwnCall[] = [
  {
    method: 'GET',
    path: 'ownDay',
    needs: 'view',
    query: [],
    summary: ['技师的一天(含现场所需)', 'A technician’s day with all that is needed at the doors'],
    read: (_asking, reading) => ownDay(reading),
  },
  {
    method: 'POST',
    path: 'seen',
    needs: 'accept',
    summary: ['任务已查看', 'The technician has seen his visits'],
    write: markSeen,
  },
];
