import { type Reading, sql } from '#kernel/server';
import { roadsOf } from '#business/dispatch/occupancy/conflicts.server.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { menuOf } from '#kernel/language/paper.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { pickUpHour } from './pick-up.rules.ts';
import type { DayEntry } from './store-board.calls.ts';
import { type OwnCounter, atCounter } from './store-tiles.server.ts';

const MAX_ENTRIES = 100;
/** Without an appointment goods are fetched at the start of work. */
const WORK_BEGINS = '08:00:00';

/** Facts of a paper for the strip of the day. */
interface Behind {
  readonly id: string;
  readonly lines: number;
  readonly need: string | null;
  readonly appointment: string | null;
}

const VISITS = `left join ${visitFacts} v on v.tenant_id = $1 and v.disp_id = a.disp_id and v.plan_start >= $3::timestamptz and v.plan_start < $3::timestamptz + interval '1 day' and v.task_status <> 'cancelled' and v.is_deleted = 0`;
const FACTS = `count(distinct d.id)::int as lines, to_char(min(a.need_date), 'YYYY-MM-DD') as need, to_char(min(v.plan_start), 'YYYY-MM-DD HH24:MI:SS') as appointment`;

const behindApplies = (reading: Reading, ids: readonly string[]): Promise<Behind[]> =>
  reading.sql.query<Behind>(
    `select a.id::text as id, ${FACTS} from asmaterialapply a join asmaterialapplydetails d on d.tenant_id = a.tenant_id and d.materials_apply_id = a.id and d.is_deleted = 0 ${VISITS}
    where a.tenant_id = $1 and a.id = any($2::bigint[]) group by a.id`,
    [reading.tenantId, ids, reading.today()],
  );

const behindShipments = (reading: Reading, ids: readonly string[]): Promise<Behind[]> =>
  reading.sql.query<Behind>(
    `select d.material_shipments_id::text as id, ${FACTS} from asmaterialshipmentsdetails d left join asmaterialapplydetails l on l.tenant_id = d.tenant_id and l.id = d.apply_detail_id
    left join asmaterialapply a on a.tenant_id = l.tenant_id and a.id = l.materials_apply_id ${VISITS}
    where d.tenant_id = $1 and d.material_shipments_id = any($2::bigint[]) and d.is_deleted = 0 group by d.material_shipments_id`,
    [reading.tenantId, ids, reading.today()],
  );

const byId = (rows: readonly Behind[]): ReadonlyMap<string, Behind> => new Map(rows.map((row) => [row.id, row]));

/** A day, and the buffer between visits of the company. */
interface Strip {
  readonly day: string;
  readonly bufferMinutes: number;
}

/** Return when goods are fetched today: before the first appointment, else at the start of work; null on a later day. */
function fetchedAt({ day, bufferMinutes }: Strip, { need, appointment }: Behind): string | null {
  if (appointment) return pickUpHour(appointment, bufferMinutes);
  return need === null || need <= day ? `${day} ${WORK_BEGINS}` : null;
}

async function applyEntries(reading: Reading, counter: OwnCounter, strip: Strip): Promise<DayEntry[]> {
  const query = { documentStatus: 'submitted,approved', ...atCounter(counter) };
  const rows = await reading.visible(materialApply, { query }).words({ first: MAX_ENTRIES });
  const behind = byId(
    await behindApplies(
      reading,
      rows.map((row) => row.id),
    ),
  );
  return rows.flatMap((row) => {
    const of = behind.get(row.id);
    const at = of ? fetchedAt(strip, of) : null;
    if (!of || at === null) return [];
    return {
      id: row.id,
      at,
      who: row._names?.technicianId ?? '',
      lines: of.lines,
      state: 'examine' as const,
      isCourier: false,
      to: `${menuOf(materialApply).path}?id=${row.id}`,
    };
  });
}

async function shipmentEntries(reading: Reading, counter: OwnCounter, strip: Strip): Promise<DayEntry[]> {
  const { day } = strip;
  const most = { first: MAX_ENTRIES };
  const waiting = { documentStatus: 'draft,returned,submitted,approved', ...atCounter(counter) };
  const rows = [
    ...(await reading.visible(materialShipment, { query: waiting }).words(most)),
    ...(await reading
      .visible(materialShipment, {
        query: atCounter(counter),
        also: sql`t.transmit_time >= ${day}::timestamptz and t.document_status in ('transmitted', 'closed')`,
      })
      .words(most)),
  ];
  const behind = byId(
    await behindShipments(
      reading,
      rows.map((row) => row.id),
    ),
  );
  return rows.flatMap((row) => {
    const of = behind.get(row.id);
    const isDone = row.documentStatus === 'transmitted' || row.documentStatus === 'closed';
    const at = isDone ? row.transmitTime : of && fetchedAt(strip, of);
    if (!of || !at) return [];
    const isReady = row.documentStatus === 'approved';
    return {
      id: row.id,
      at,
      who: row._names?.technicianId ?? '',
      lines: of.lines,
      state: isDone ? ('done' as const) : isReady ? ('ready' as const) : ('prepare' as const),
      isCourier: row.shipWay === 'courier',
      to: isReady
        ? `/maintenance/asmaterialshipments/scan?id=${row.id}`
        : `${menuOf(materialShipment).path}?id=${row.id}`,
    };
  });
}

/** Return the hand-overs of today in the order of their times. */
export async function dayStrip(reading: Reading, counter: OwnCounter): Promise<DayEntry[]> {
  const strip = { day: reading.today(), bufferMinutes: (await roadsOf(reading)).bufferMinutes };
  const entries = [
    ...(await applyEntries(reading, counter, strip)),
    ...(await shipmentEntries(reading, counter, strip)),
  ];
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : 1)).slice(0, MAX_ENTRIES);
}
