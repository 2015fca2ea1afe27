import { addDays } from '#kernel/language/days.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { menuOf } from '#kernel/language/paper.ts';
import { type Reading, raw, sql } from '#kernel/server';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { type Flow, documentOf } from '../document-state.server.ts';
import { PAUSES } from '../retry.rules.ts';
import { personWhs, sapCodeOf, seesOfWarehouse } from '../sap-codes.server.ts';
import { sapFlow } from '../sap-flow.paper.ts';
import type { QueueLane, Queue, QueueRow, queueCall } from './cockpit.calls.ts';
import { type WaitingFlow, queueState } from './queue.rules.ts';

/** Shown rows of a lane in each state. */
const SHOWN = 5;
const MAX_LANES = 50;
const DAYS = 30;

interface QueuedFlow extends WaitingFlow {
  readonly id: string;
  readonly lane: string;
  readonly place: number;
  /** Rows of the lane in the same state. */ readonly all: number;
}

const at = (column: string): string => `coalesce(to_char(t.${column}, 'YYYY-MM-DD HH24:MI:SS'), '')`;

/** Return the first rows of each lane that failed, and those that wait, with their places. */
async function waitingRows(reading: Reading): Promise<QueuedFlow[]> {
  const visible = await reading.visible(sapFlow, { match: { sapStatus: ['queued', 'failed'] } }).sql();
  return reading.sql.query<QueuedFlow>(
    sql`select q.* from (select t.id::text as id, coalesce(t.lane_code, '') as lane, t.sap_status as "sapStatus", ${raw(at('send_time'))} as "sentAt", ${raw(at('next_retry_time'))} as "nextAt", coalesce(t.retry_count, 0) as tries,
      t.sap_status = 'queued' and exists (select 1 from assapwarehouseflow e where e.tenant_id = t.tenant_id and e.lane_code = t.lane_code and e.item_code = t.item_code and e.sap_status = 'failed' and e.direction = 'out' and e.id < t.id and e.is_deleted = 0) as "isBlocked",
      row_number() over (partition by t.lane_code, t.sap_status order by t.id)::int as place, count(*) over (partition by t.lane_code, t.sap_status)::int as "all"
      from assapwarehouseflow t where ${visible}) q where q.place <= ${SHOWN} order by q.lane, q."sapStatus", q.place limit ${MAX_LANES * 2 * SHOWN}`,
  );
}

type LaneHead = Pick<QueueLane, 'code' | 'name' | 'isOfVans' | 'lastAt'>;

/** Return each SAP warehouse that sends, with its only store and the moment of its last success. */
async function laneHeads(reading: Reading): Promise<LaneHead[]> {
  if (!seesOfWarehouse(reading, 'sapWhsCode')) return [];
  const heads = await reading.sql.query<LaneHead>(
    `select k.code, case when count(*) = 1 then min(w.warehouse_name) else '' end as name, bool_or(w.warehouse_type = 'person') as "isOfVans", coalesce((select to_char(max(f.update_time), 'YYYY-MM-DD HH24:MI:SS') from assapwarehouseflow f
      where f.tenant_id = $1 and f.lane_code = k.code and f.sap_status = 'pushed' and f.post_date >= $3::date and f.is_deleted = 0), '') as "lastAt" from ${warehouseFacts} w cross join lateral (select ${sapCodeOf('w', '$2::text')} as code) k
    where w.tenant_id = $1 and w.is_deleted = 0 and w.warehouse_type in ('main', 'area', 'person') and k.code is not null group by k.code order by k.code limit ${MAX_LANES}`,
    [reading.tenantId, await personWhs(reading), addDays(reading.today(), -DAYS)],
  );
  return seesOfWarehouse(reading, 'warehouseName') ? heads : heads.map((head) => ({ ...head, name: '' }));
}

type Totals = Pick<Queue, 'today' | 'month'>;

/** Return how the queue worked today, and in the last 30 days. */
async function totals(reading: Reading): Promise<Totals> {
  const [row] = await reading.sql.query<
    Record<'pushed' | 'after' | 'failed' | 'rows' | 'done' | 'first', number> & { seconds: number | null }
  >(
    `select count(*) filter (where f.sap_status = 'pushed' and f.update_time >= $2::timestamptz)::int as pushed, count(*) filter (where f.sap_status = 'pushed' and f.update_time >= $2::timestamptz and f.failures > 0)::int as after,
      count(*) filter (where f.sap_status = 'failed' and f.update_time >= $2::timestamptz)::int as failed, count(*)::int as rows, count(*) filter (where f.sap_status = 'pushed')::int as done, count(*) filter (where f.sap_status = 'pushed' and coalesce(f.failures, 0) = 0)::int as first,
      percentile_cont(0.5) within group (order by extract(epoch from f.update_time - f.send_time)) filter (where f.sap_status = 'pushed' and coalesce(f.failures, 0) = 0)::float8 as seconds
    from assapwarehouseflow f where f.tenant_id = $1 and f.post_date >= $3::date and f.direction = 'out' and f.sap_status in ('queued', 'failed', 'pushed', 'skipped') and f.is_deleted = 0`,
    [reading.tenantId, reading.today(), addDays(reading.today(), -DAYS)],
  );
  return {
    today: { pushed: row.pushed, afterRetry: row.after, failed: row.failed },
    month: { rows: row.rows, pushed: row.done, first: row.first, seconds: row.seconds },
  };
}

/** Return the address of the document of a row. */
function placeOf(billType: string, billId: string): string {
  const paper = documentOf(billType as Flow['billType']);
  return paper && billId ? `${menuOf(paper).path}?id=${billId}` : '';
}

type VisibleFlow = Awaited<ReturnType<ReturnType<Reading['visible']>['words']>>[number];

/** Return a row as the page shows it; fields that the reader may not see are empty. */
function shownRow(row: VisibleFlow, of: QueuedFlow, now: string): QueueRow {
  const text = (field: keyof Flow): string => String(row[field] ?? '');
  const state = queueState(of, now);
  return {
    ...{ id: of.id, flowNo: text('flowNo'), billNo: text('billNo'), itemName: text('itemName') || text('itemCode') },
    to: placeOf(text('billType'), text('billId')),
    ...{ qty: text('qty') || '0.000', fromWhsCode: text('fromWhsCode'), toWhsCode: text('toWhsCode') },
    ...{ state, place: state === 'failed' ? 0 : of.place, tries: of.tries, sentAt: of.sentAt, nextAt: of.nextAt },
    error: text('errorMessage'),
  };
}

/** Return rows as the page shows them, by id. */
async function shownRows(reading: Reading, found: readonly QueuedFlow[]): Promise<ReadonlyMap<string, QueueRow>> {
  const ids = found.map((one) => one.id);
  const rows = ids.length ? await reading.visible(sapFlow, { match: { id: ids } }).words({ limit: ids.length }) : [];
  const facts = new Map(found.map((one) => [one.id, one]));
  return new Map(
    rows.flatMap((row) => {
      const of = facts.get(row.id);
      return of ? [[row.id, shownRow(row, of, reading.now())] as const] : [];
    }),
  );
}

function laneOf(head: LaneHead, found: readonly QueuedFlow[], rows: ReadonlyMap<string, QueueRow>): QueueLane {
  const count = (state: string): number => found.find((one) => one.sapStatus === state)?.all ?? 0;
  const [waiting, failed] = [count('queued'), count('failed')];
  const shown = found.flatMap((one) => rows.get(one.id) ?? []);
  return { ...head, waiting, failed, rows: shown, more: Math.max(0, waiting + failed - found.length) };
}

/** Return the queue to SAP by lane. */
export async function readQueue(_sent: object, reading: Reading): Promise<CallAnswer<typeof queueCall>> {
  const found = await waitingRows(reading);
  const [rows, heads] = [await shownRows(reading, found), await laneHeads(reading)];
  const byLane = Map.groupBy(found, (one) => one.lane);
  const known = new Set(heads.map((one) => one.code));
  const others = [...byLane.keys()].filter((code) => !known.has(code));
  const lanes = [...heads, ...others.map((code): LaneHead => ({ code, name: '', isOfVans: false, lastAt: '' }))]
    .map((head) => laneOf(head, byLane.get(head.code) ?? [], rows))
    .toSorted((a, b) => b.failed + b.waiting - (a.failed + a.waiting));
  return {
    now: reading.now(),
    total: lanes.reduce((sum, one) => sum + one.failed + one.waiting, 0),
    pauses: [...PAUSES],
    lanes,
    ...(await totals(reading)),
  };
}
