import { addDays } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { menuOf } from '#kernel/language/paper.ts';
import { type Reading, sql } from '#kernel/server';
import { partsStateOf } from '#business/dispatch/candidates/parts-ready.server.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { sapAdapter } from '#business/materials/sap/sap-of-company.server.ts';
import { readNight } from '../../sap/comparing/last-night.server.ts';
import { ownStores } from '../../scan/scan.server.ts';
import { materialShipment } from '../../shipment/material-shipment.paper.ts';
import type { StoreFigure } from './store-figures.calls.ts';
import { atCounter } from '../store-tiles.server.ts';

/** Days of hand-overs that are measured, and days ahead whose visits are. */
const DAYS_BACK = 14;
const DAYS_AHEAD = 3;

interface Counted {
  readonly good: number;
  readonly all: number;
}

const figure = (
  name: string,
  label: Label,
  { good, all }: Counted,
  more: Pick<StoreFigure, 'target' | 'of' | 'to'>,
): StoreFigure => ({ name, label, good, all, ...more });

/** Count hand-overs for visits of the last days: those that were made before the appointment, and all that were due. */
async function handOvers(reading: Reading): Promise<Counted> {
  const query = atCounter({ stores: await ownStores(reading) });
  const visible = await reading.visible(materialShipment, { query }).sql();
  const [row] = await reading.sql.query<Counted>(
    sql`select count(*) filter (where t.transmit_time <= k.at)::int as good, count(*)::int as all from asmaterialshipments t cross join lateral (
        select min(v.plan_start) as at from asmaterialshipmentsdetails d join asmaterialapplydetails l on l.tenant_id = d.tenant_id and l.id = d.apply_detail_id
        join asmaterialapply a on a.tenant_id = l.tenant_id and a.id = l.materials_apply_id
        join ${visitFacts} v on v.tenant_id = a.tenant_id and v.disp_id = a.disp_id and v.task_status <> 'cancelled' and v.is_deleted = 0
        where d.tenant_id = t.tenant_id and d.material_shipments_id = t.id and d.is_deleted = 0) k
      where ${visible} and t.document_status in ('approved', 'transmitted', 'closed') and k.at <= ${reading.now()}::timestamptz and k.at >= ${addDays(reading.today(), -DAYS_BACK)}::timestamptz`,
  );
  return row;
}

/** Count the orders of the next days with suggested parts: those whose parts are all there, and all. */
async function preparedOrders(reading: Reading): Promise<Counted> {
  const orders = await reading.sql.query<{ id: string; technicianId: string }>(
    `select distinct on (v.registration_form_id) v.registration_form_id::text as id, v.technician_id::text as "technicianId" from ${visitFacts} v
    where v.tenant_id = $1 and v.is_deleted = 0 and v.task_status in ('pendingAccept', 'accepted', 'appointed') and v.plan_start >= $2::timestamptz and v.plan_start < $3::date + 1 and v.technician_id is not null and v.registration_form_id is not null
    order by v.registration_form_id, v.plan_start limit 2000`,
    [reading.tenantId, reading.now(), addDays(reading.today(), DAYS_AHEAD)],
  );
  const states = [...(await partsStateOf(reading, orders)).values()];
  return { good: states.filter((one) => one.missing === 0).length, all: states.length };
}

/** Count what was equal on both sides in the last night, of all that was compared. */
export async function equalRows(reading: Reading): Promise<Counted> {
  const night = await readNight(reading);
  return { good: night?.figures.equal ?? 0, all: night?.figures.compared ?? 0 };
}

/** Return the figures that a storekeeper can move. That of SAP is absent where the company has none. */
export async function figuresOfStore(_sent: object, reading: Reading): Promise<StoreFigure[]> {
  const all = [
    figure('onTime', ['准时移交', 'Handed over in time'], await handOvers(reading), {
      target: 95,
      of: [`近 ${DAYS_BACK} 天上门前要交的单`, `due before visits of the last ${DAYS_BACK} days`],
      to: `${menuOf(materialShipment).path}?view=toHandOver`,
    }),
    figure('prepared', ['三天内上门的备齐', 'Parts ready for three days'], await preparedOrders(reading), {
      target: 97,
      of: [`${DAYS_AHEAD} 天内上门、有建议备件的单`, `visits of the next ${DAYS_AHEAD} days with suggested parts`],
      to: '/maintenance/storeBoard',
    }),
  ];
  if (!(await sapAdapter(reading))) return all;
  const equal = figure('equal', ['账实一致', 'Equal to SAP'], await equalRows(reading), {
    target: 99.8,
    of: ['与 SAP 比对的行', 'rows compared with SAP'],
    to: '/maintenance/assapwarehouseflow/differences',
  });
  return [...all, equal];
}
