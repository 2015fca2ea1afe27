import type { Label } from '#kernel/language/label.ts';
import { addDays, daysFrom } from '#kernel/language/days.ts';
import { type AnyPaper, buttonOf, menuOf } from '#kernel/language/paper.ts';
import { type Reading, sql } from '#kernel/server';
import { partsStateOf } from '#business/dispatch/candidates/parts-ready.server.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import type { BenchFigure } from '#business/masterdata/piles/bench.calls.ts';
import type { ContributedFigure, ContributedNext } from '#business/masterdata/piles/bench.server.ts';
import { shareFor } from '#business/masterdata/piles/share.rules.ts';
import { sapAdapter } from '#business/materials/sap/sap-of-company.server.ts';
import { materialApply } from '../../apply/material-apply.paper.ts';
import { sapFlow } from '../../sap/sap-flow.paper.ts';
import { ownStores } from '../../scan/scan.server.ts';
import { materialShipment } from '../../shipment/material-shipment.paper.ts';
import { atCounter } from '../store-tiles.server.ts';
import { dueHandOvers } from './hand-overs.server.ts';
import { equalRows } from './store-figures.server.ts';

type Read = Omit<BenchFigure, 'name' | 'target'>;

const DAYS_BACK = 14;
const DAYS_AHEAD = 3;
const FORTNIGHT: Label = ['14 天', '14 days'];
/** More numbers than this are no link: the address would be too long. */
const MAX_LINKED = 200;

/** Return a link to the list of exactly these numbers; none where there are too many, or the list may not be read. */
const numbersAt = (reading: Reading, of: AnyPaper, field: string, label: Label, numbers: readonly string[]) =>
  numbers.length > 0 && numbers.length <= MAX_LINKED && reading.may(buttonOf(of, 'view'))
    ? [
        {
          label,
          to: `${menuOf(of).path}?${new URLSearchParams({ [`${field}_in`]: numbers.join(',') }).toString()}`,
          rows: numbers.length,
        },
      ]
    : [];

/** Shipments for visits of today that were handed over at their pick-up hour, of those that were due. */
async function handedOver(reading: Reading, target: number): Promise<Read | null> {
  const first = addDays(reading.today(), 1 - DAYS_BACK);
  const due = await dueHandOvers(reading, first);
  const today = due.filter(({ day }) => day === reading.today());
  if (today.length === 0) return null;
  const good = today.filter((one) => one.good).length;
  const open = today.filter((one) => one.open).length;
  return {
    label: ['准时移交', 'Handed over in time'],
    unit: 'share',
    value: shareFor(good, today.length, target),
    good,
    of: today.length,
    ofWords: [`${good} / ${today.length} 单`, `${good} of ${today.length}`],
    isLess: false,
    series: daysFrom(first, reading.today()).map((day) => {
      const own = due.filter((one) => one.day === day);
      return shareFor(own.filter((one) => one.good).length, own.length, target);
    }),
    span: FORTNIGHT,
    because: [
      `到点没交的 ${today.length - good} 单，其中还没交 ${open} 单`,
      `${today.length - good} late, ${open} not handed over yet`,
    ],
    links: numbersAt(
      reading,
      materialShipment,
      'shipmentNo',
      ['今天到点的', 'Due today'],
      today.map(({ no }) => no),
    ),
  };
}

/** Orders of the next days whose suggested parts are all there, of those with suggestions. */
async function partsReady(reading: Reading, target: number): Promise<Read | null> {
  const orders = await reading.sql.query<{ id: string; no: string; technicianId: string }>(
    sql`select distinct on (v.registration_form_id) v.registration_form_id::text as id, r.registration_no as no, v.technician_id::text as "technicianId" from ${visitFacts} v
    join ${registrationFacts} r on r.tenant_id = v.tenant_id and r.id = v.registration_form_id
    where v.tenant_id = ${reading.tenantId} and v.is_deleted = 0 and v.task_status in ('pendingAccept', 'accepted', 'appointed') and v.plan_start >= ${reading.now()}::timestamptz
      and v.plan_start < ${addDays(reading.today(), DAYS_AHEAD)}::date + 1 and v.technician_id is not null order by v.registration_form_id, v.plan_start limit 2000`,
  );
  const states = await partsStateOf(reading, orders);
  const counted = orders.filter(({ id }) => states.has(id));
  if (counted.length === 0) return null;
  const missing = counted.filter(({ id }) => (states.get(id)?.missing ?? 0) > 0).length;
  const good = counted.length - missing;
  return {
    label: ['三天内上门的备齐', 'Parts ready for three days'],
    unit: 'share',
    value: shareFor(good, counted.length, target),
    good,
    of: counted.length,
    ofWords: [`${good} / ${counted.length} 单`, `${good} of ${counted.length}`],
    isLess: false,
    series: [],
    span: ['此刻', 'now'],
    because: missing
      ? [`缺件的 ${missing} 单，先看还缺的行`, `${missing} orders lack parts; see the missing rows first`]
      : ['都齐了', 'All are ready'],
    links: numbersAt(
      reading,
      registration,
      'registrationNo',
      ['有建议备件的单', 'Orders with suggested parts'],
      counted.map(({ no }) => no),
    ),
  };
}

/** The share of rows that were equal to SAP in the last night; absent without SAP. */
async function sapEqual(reading: Reading, target: number): Promise<Read | null> {
  if (!(await sapAdapter(reading))) return null;
  const { good, all } = await equalRows(reading);
  if (all === 0) return null;
  return {
    label: ['账实一致', 'Equal to SAP'],
    unit: 'share',
    value: shareFor(good, all, target),
    good,
    of: all,
    ofWords: [`${good} / ${all} 行`, `${good} of ${all} rows`],
    isLess: false,
    series: [],
    span: ['昨夜', 'last night'],
    because: [`SAP 差 ${all - good} 行`, `${all - good} rows differ from SAP`],
    links: [{ label: ['差异', 'Differences'], to: '/maintenance/assapwarehouseflow/differences', rows: all - good }],
  };
}

/** The figures that a storekeeper can move. */
export const counterFigures: readonly ContributedFigure[] = [
  { name: 'handedOver', sort: 10, benches: ['store'], buttons: [buttonOf(materialShipment, 'view')], read: handedOver },
  { name: 'partsReady', sort: 20, benches: ['store'], buttons: [buttonOf(materialApply, 'view')], read: partsReady },
  { name: 'sapEqual', sort: 30, benches: ['store'], buttons: [buttonOf(sapFlow, 'view')], read: sapEqual },
];

/** Requests for stock that are needed from tomorrow on, by day. */
const neededNext: ContributedNext = {
  name: 'neededNext',
  benches: ['store'],
  buttons: [buttonOf(materialApply, 'view')],
  read: async (reading) => {
    const query = {
      documentStatus: 'submitted,approved,published,partShipped',
      needDate_datege: addDays(reading.today(), 1),
    };
    const visible = await reading
      .visible(materialApply, { query: { ...query, ...atCounter({ stores: await ownStores(reading) }) } })
      .sql();
    const days = await reading.sql.query<{ at: string; n: number }>(
      sql`select to_char(t.need_date, 'YYYY-MM-DD') as at, count(*)::int as n from asmaterialapply t where ${visible} group by 1 order by 1 limit 5`,
    );
    return days.map(({ at, n }) => ({
      at,
      label: ['要用的领料', 'Requests needed'] as const,
      fact: [`${n} 张`, `${n}`] as const,
      to: `${menuOf(materialApply).path}?needDate=${at}`,
    }));
  },
};

/** Coming events at the counter. */
export const counterNexts: readonly ContributedNext[] = [neededNext];
