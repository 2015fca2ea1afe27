import { addDays } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { menuOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { partsStateOf } from '#business/dispatch/candidates/parts-ready.server.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { sapAdapter } from '#business/materials/sap/sap-of-company.server.ts';
import { readNight } from '../../sap/comparing/last-night.server.ts';
import { materialShipment } from '../../shipment/material-shipment.paper.ts';
import type { StoreFigure } from './store-figures.calls.ts';
import { dueHandOvers } from './hand-overs.server.ts';

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

/** Count hand-overs for visits of the last days: those that were made in time, and all that were due. */
async function handOvers(reading: Reading): Promise<Counted> {
  const due = await dueHandOvers(reading, addDays(reading.today(), -DAYS_BACK));
  return { good: due.filter((one) => one.good).length, all: due.length };
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
      of: [`近 ${DAYS_BACK} 天到点要交的单`, `due for visits of the last ${DAYS_BACK} days`],
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
