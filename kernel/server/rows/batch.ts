import { idsIn } from '#kernel/language/values.ts';
import { createHash } from 'node:crypto';
import { isId } from '#kernel/fields/ref/ref.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { type AnyPaper, numberName } from '#kernel/language/paper.ts';
import { type RouteCall, routeOf } from '../http/route.ts';
import { http as refuseHttp, row as refuse } from '../refusals.ts';
import { existingIds } from './read.ts';
import type { Authority } from '../write/authority.ts';
import { type Transaction, transact } from '../write/transaction.ts';

const keyOf = (call: Pick<RouteCall, 'request'>): string | undefined => {
  const header = call.request.headers['idempotency-key'];
  return typeof header === 'string' && header.length >= 8 && header.length <= 128 ? header : undefined;
};

/**
 * Run a write once, however often it is sent with the same `Idempotency-Key`. The first answer is stored in the
 * transaction of its effects, so there is never one without the other. A refused write stores nothing and may be
 * repeated.
 */
export async function once<T>(
  call: Pick<RouteCall, 'app' | 'actor' | 'request'> & { readonly body: object; readonly query: object },
  part: string,
  work: (tx: Transaction) => Promise<T>,
  authority?: Authority,
): Promise<T> {
  const sent = keyOf(call);
  if (!sent) return transact(call.app, call.actor, work, authority);
  const key = part ? `${sent}#${part}` : sent;
  const name = `${call.request.method} ${routeOf(call.request)}`;
  const sum = createHash('sha256')
    .update(JSON.stringify([call.body, call.query, part]))
    .digest('base64url');
  const storedOnce = async (tx: Transaction): Promise<T> => {
    // A concurrent repeat waits here until the first one is committed.
    const mine = await tx.sql.query(
      'insert into anju_idempotency (tenant_id, person_id, key, call, body_hash, status, at) values ($1, $2, $3, $4, $5, 0, $6) on conflict do nothing returning key',
      [tx.tenantId, tx.person.id, key, name, sum, tx.now()],
    );
    if (!mine.length) {
      const [first] = await tx.sql.query<{ call: string; body_hash: string; answer: { value: T } }>(
        'select call, body_hash, answer from anju_idempotency where tenant_id = $1 and person_id = $2 and key = $3',
        [tx.tenantId, tx.person.id, key],
      );
      if (!first || first.call !== name || first.body_hash !== sum) throw refuseHttp.keyReused();
      return first.answer?.value as T;
    }
    const value = await work(tx);
    tx.sql.enqueue(
      'update anju_idempotency set status = 200, answer = $4 where tenant_id = $1 and person_id = $2 and key = $3',
      [tx.tenantId, tx.person.id, key, JSON.stringify({ value })],
    );
    return value;
  };
  return transact(call.app, call.actor, storedOnce, authority);
}

export const MAX_BATCH_ROWS = 1000;

/**
 * Return the `ids` of a call: from a comma list in the address or the body, or from an array. Refuse none, and more
 * than 1,000.
 */
export function idsOf(call: Pick<RouteCall, 'body' | 'query'>): string[] {
  const input = call.body.ids ?? call.query.ids ?? call.body.id ?? call.query.id;
  const ids = idsIn(input).filter((one) => one !== 'undefined');
  if (ids.length === 0) throw refuse.noneChosen();
  if (ids.length > MAX_BATCH_ROWS) throw refuse.tooMany({ most: MAX_BATCH_ROWS });
  return [...new Set(ids)];
}

const reasonOf = (error: unknown, language: Language): { reason: string; msg: string } => {
  if (error instanceof Refusal) return { reason: error.reason, msg: labelIn(error.words, language) };
  throw error;
};

/**
 * Run `work` with the stored id of each row, each in a transaction of its own. For one id return its result, or throw
 * its refusal; for several return the outcome of each. `tell` is called with each result, also when a repeated request
 * gets a stored one.
 */
export async function forEachRow<T>(
  call: RouteCall,
  paper: AnyPaper,
  ids: readonly string[],
  work: (tx: Transaction, id: string) => Promise<T>,
  { authority, tell }: { readonly authority?: Authority; readonly tell?: (id: string, value: T) => void } = {},
): Promise<unknown> {
  const stored = new Map((await existingIds(call.app, call.actor, paper, ids)).map((id, at) => [ids[at], id]));
  const known = (name: string): string => {
    const id = stored.get(name) ?? name;
    if (!isId(id)) throw refuse.missing({ title: paper.title });
    return id;
  };
  if (ids.length === 1) {
    const value = await once(call, '', (tx) => work(tx, known(ids[0])), authority);
    tell?.(ids[0], value);
    return value;
  }
  const success: string[] = [];
  const failed: { id: string; no: string; reason: string; msg: string }[] = [];
  for (const id of ids) {
    try {
      const value = await once(call, id, (tx) => work(tx, known(id)), authority);
      tell?.(id, value);
      success.push(id);
    } catch (error) {
      failed.push({ id, no: '', ...reasonOf(error, call.actor.language) });
    }
  }
  if (failed.length) await nameFailed(call, paper, failed);
  return { success, failed };
}

/**
 * Run `work` once for several rows, in one transaction; it returns the refusals by row. Return the ids that succeeded,
 * and the refused ones with their reasons. A malformed id is refused as a missing row.
 */
export async function answeredEach(
  call: RouteCall,
  paper: AnyPaper,
  ids: readonly string[],
  work: (tx: Transaction, rowIds: readonly string[]) => Promise<ReadonlyMap<string, Refusal>>,
  authority?: Authority,
): Promise<unknown> {
  const rowIds = await existingIds(call.app, call.actor, paper, ids);
  const sent = new Map(rowIds.map((id, at) => [id, ids[at]]));
  const failed = await once(
    call,
    'together',
    async (tx) => {
      const refused = await work(tx, rowIds.filter(isId));
      const missing = rowIds
        .filter((id) => !isId(id))
        .map((id) => [id, refuse.missing({ title: paper.title })] as const);
      return [...refused, ...missing].map(([id, refusal]) => ({
        id: sent.get(id) ?? id,
        no: '',
        ...reasonOf(refusal, call.actor.language),
      }));
    },
    authority,
  );
  if (failed.length) await nameFailed(call, paper, failed);
  const left = new Set(failed.map((one) => one.id));
  return { success: ids.filter((id) => !left.has(id)), failed };
}

/**
 * Run `work` for several rows as one act, and return the ids as succeeded. If it refuses one row, the whole act is
 * refused.
 */
export async function allOf(
  call: RouteCall,
  paper: AnyPaper,
  ids: readonly string[],
  work: (tx: Transaction) => Promise<unknown>,
  authority?: Authority,
): Promise<unknown> {
  if (!ids.every(isId)) throw refuse.missing({ title: paper.title });
  const all = async (tx: Transaction): Promise<unknown> => {
    await work(tx);
    return { success: ids, failed: [] };
  };
  return once(call, '', all, authority);
}

async function nameFailed(call: RouteCall, paper: AnyPaper, failed: { id: string; no: string }[]): Promise<void> {
  const number = numberName(paper);
  const ids = failed.map((one) => one.id).filter(isId);
  if (!number || paper.owner === 'platform' || !ids.length) return;
  const rows = (await transact(call.app, call.actor, (tx) =>
    tx.find(paper, { id: ids }, { limit: MAX_BATCH_ROWS }),
  )) as Record<string, unknown>[];
  for (const one of failed) one.no = String(rows.find((row) => row.id === one.id)?.[number] ?? '');
}
