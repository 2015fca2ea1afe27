import { storedText } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { Context, DueWork } from '#kernel/server';
import { sapOf } from '#business/materials/sap/sap-of-company.server.ts';
import type { SapDocument, SapPosted } from '#business/materials/sap/sap-port.rules.ts';
import { refuse } from '../refusals.ts';
import { type Flow, documentOf, followFlows } from './document-state.server.ts';
import { postInbound } from './inbound.server.ts';
import { pauseAfter } from './retry.rules.ts';
import { sapFlow } from './sap-flow.paper.ts';

/**
 * A row is sent when no earlier one of its lane is queued. A finally failed row steps aside: only later rows of the
 * same item wait for it.
 */
const isNext = `t.sap_status = 'queued' and t.is_deleted = 0 and not exists (
    select 1 from assapwarehouseflow e where e.tenant_id = t.tenant_id and e.lane_code = t.lane_code and e.id < t.id and e.is_deleted = 0 and (
      (e.sap_status = 'failed' and e.direction = 'out' and e.item_code = t.item_code)
      or (e.sap_status = 'queued' and not exists (select 1 from assapwarehouseflow f where f.tenant_id = e.tenant_id and f.lane_code = e.lane_code and f.item_code = e.item_code and f.sap_status = 'failed' and f.direction = 'out' and f.id < e.id and f.is_deleted = 0))))`;

/**
 * Lock the lane and the document of a row: one row of a lane is under way at a time. Undefined while another
 * transaction has one of them.
 */
async function holdLane({ sql, tenantId }: Context, id: string): Promise<true | undefined> {
  const [row] = await sql.query<{ lane: string | null; billType: Flow['billType']; billId: string | null }>(
    'select lane_code as lane, bill_type as "billType", bill_id::text as "billId" from assapwarehouseflow where tenant_id = $1 and id = $2',
    [tenantId, id],
  );
  if (!row) return undefined;
  const paper = documentOf(row.billType);
  if (paper && row.billId) {
    const held = await sql.query(
      `select id from ${paper.table} where tenant_id = $1 and id = $2 for update skip locked`,
      [tenantId, row.billId],
    );
    if (!held.length) return undefined;
  }
  const [{ free }] = await sql.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
    [`sap lane ${tenantId} ${row.lane}`],
  );
  return free ? true : undefined;
}

const documentFor = (row: Flow): SapDocument => ({
  key: must(row.idempotencyKey, 'idempotencyKey'),
  object: must(row.sapObject, 'sapObject'),
  itemCode: must(row.itemCode, 'itemCode'),
  fromWhsCode: row.fromWhsCode,
  toWhsCode: row.toWhsCode,
  qty: must(row.qty, 'qty'),
  postDate: must(row.postDate, 'postDate'),
  billNo: row.billNo ?? '',
});

/** Mark a row as finally failed, and notify the store. */
export async function failFlow(context: Context, row: Flow, words: string, retryCount: number): Promise<void> {
  const values = {
    errorMessage: storedText(words, 500),
    nextRetryTime: null,
    retryCount,
    failures: (row.failures ?? 0) + 1,
  };
  const failed = await context.move(sapFlow, row.id, 'failed', 'sap', values);
  if (!failed) return;
  await followFlows(context, failed);
  await context.emit('sapFlow.failed', { id: row.id });
}

async function pushed(context: Context, row: Flow, posted: SapPosted): Promise<void> {
  const done = await context.move(sapFlow, row.id, 'pushed', 'sap', {
    sapDocEntry: posted.docEntry,
    sapDocNum: posted.docNum,
    sapLineNum: posted.lineNum,
    responseBody: { ...posted },
    errorMessage: null,
    nextRetryTime: null,
  });
  if (!done) return;
  await followFlows(context, done);
  await context.emit('sapFlow.pushed', { id: row.id });
}

/** Post a row that SAP sent, and that failed before. */
async function receive(context: Context, row: Flow): Promise<void> {
  const why = await postInbound(context, row);
  if (why) await failFlow(context, row, storedText(why, 500), (row.retryCount ?? 0) + 1);
  else await context.move(sapFlow, row.id, 'pushed', 'sap', { errorMessage: null, nextRetryTime: null });
}

/**
 * Send a row. The first turn only notes that it is sent; the second one asks SAP for the document of its key before it
 * posts one. So a crash in between never makes a second document.
 */
export async function sendFlow(context: Context, id: string): Promise<void> {
  const row = await context.get(sapFlow, id);
  if (!row.sendTime) {
    await context.change(sapFlow, id, { sendTime: context.now(), nextRetryTime: context.now() });
    context.comesDue(sapFlow.table);
    return;
  }
  if (row.direction === 'in') {
    await receive(context, row);
    return;
  }
  const sap = await sapOf(context, context);
  if (!sap) throw refuse.sapAdapterMissing();
  const document = documentFor(row);
  const answer = (await sap.find(document.key)) ?? (await sap.post(document));
  if ('refused' in answer) await failFlow(context, row, answer.refused, (row.retryCount ?? 0) + 1);
  else await pushed(context, row, answer);
  context.comesDue(sapFlow.table);
}

/** Put a row off after a temporary failure; after the last attempt it has failed. */
async function putOff(context: Context, id: string, { error }: { readonly error: Error }): Promise<void> {
  const row = await context.get(sapFlow, id);
  const failures = (row.retryCount ?? 0) + 1;
  const words = storedText(error instanceof Refusal ? error.words : error.message, 500);
  const minutes = pauseAfter(failures);
  if (minutes === undefined) {
    await failFlow(context, row, words, failures);
    return;
  }
  await context.sql.query(
    `update assapwarehouseflow set retry_count = $3, failures = coalesce(failures, 0) + 1, error_message = $4, next_retry_time = $5::timestamptz + make_interval(mins => $6), version = version + 1 where tenant_id = $1 and id = $2`,
    [context.tenantId, id, failures, words, context.now(), minutes],
  );
}

/** Sends rows to SAP in the order of their lanes. */
export const dueFlows: DueWork<true> = {
  table: sapFlow.table,
  due: 'next_retry_time',
  where: isNext,
  most: 100,
  everyMs: 2000,
  first: holdLane,
  work: sendFlow,
  failed: putOff,
};
