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
  const given = call.request.headers['idempotency-key'];
  return typeof given === 'string' && given.length >= 8 && given.length <= 128 ? given : undefined;
};

/**
 * Runs a write once, however often it is sent with the same `Idempotency-Key`: the first answer is kept in the same transaction as its
 * effects, so there is never the one without the other. A refused write keeps nothing and may be tried again.
 */
export async function once<T>(
  call: Pick<RouteCall, 'app' | 'actor' | 'request'> & { readonly body: object; readonly query: object },
  part: string,
  work: (tx: Transaction) => Promise<T>,
  authority?: Authority,
): Promise<T> {
  const given = keyOf(call);
  if (!given) return transact(call.app, call.actor, work, authority);
  const key = part ? `${given}#${part}` : given;
  const name = `${call.request.method} ${routeOf(call.request)}`;
  const sum = createHash('sha256')
    .update(JSON.stringify([call.body, call.query, part]))
    .digest('base64url');
  const storedOnce = async (tx: Transaction): Promise<T> => {
    // A second one that comes meanwhile waits here until the first is kept.
    const mine = await tx.sql.query(
      'insert into anju_idempotency (tenant_id, person_id, key, call, body_hash, status, at) values ($1, $2, $3, $4, $5, 0, $6) on conflict do nothing returning key',
      [tx.tenantId, tx.person.id, key, name, sum, tx.now()],
    );
    if (!mine.length) {
      const [kept] = await tx.sql.query<{ call: string; body_hash: string; answer: { value: T } }>(
        'select call, body_hash, answer from anju_idempotency where tenant_id = $1 and person_id = $2 and key = $3',
        [tx.tenantId, tx.person.id, key],
      );
      if (!kept || kept.call !== name || kept.body_hash !== sum) throw refuseHttp.keyReused();
      return kept.answer?.value as T;
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

/** `ids` of a call: a comma list in the address or the body, or an array. */
export function idsOf(call: Pick<RouteCall, 'body' | 'query'>): string[] {
  const given = call.body.ids ?? call.query.ids ?? call.body.id ?? call.query.id;
  const ids = (Array.isArray(given) ? given : String(given ?? '').split(','))
    .map((one) => String(one).trim())
    .filter((one) => one && one !== 'undefined');
  if (ids.length === 0) throw refuse.noneChosen();
  if (ids.length > MAX_BATCH_ROWS) throw refuse.tooMany({ most: MAX_BATCH_ROWS });
  return [...new Set(ids)];
}

const reasonOf = (error: unknown, language: Language): { reason: string; msg: string } => {
  if (error instanceof Refusal) return { reason: error.reason, msg: labelIn(error.words, language) };
  throw error;
};

/**
 * Each id is a transaction of its own (under the id the row is kept by); one id answers its row or its refusal, several answer who succeeded and who did not, and why.
 * `tell` hears what the work on each answered, also of one that was done before and is only repeated.
 */
export async function forEachRow<T>(
  call: RouteCall,
  paper: AnyPaper,
  ids: readonly string[],
  work: (tx: Transaction, id: string) => Promise<T>,
  { authority, tell }: { readonly authority?: Authority; readonly tell?: (id: string, value: T) => void } = {},
): Promise<unknown> {
  const kept = new Map((await existingIds(call.app, call.actor, paper, ids)).map((id, at) => [ids[at], id]));
  const known = (given: string): string => {
    const id = kept.get(given) ?? given;
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

/** Several rows in one transaction, each with its own answer; what is no id at all is a missing row. */
export async function answeredEach(
  call: RouteCall,
  paper: AnyPaper,
  ids: readonly string[],
  work: (tx: Transaction, kept: readonly string[]) => Promise<ReadonlyMap<string, Refusal>>,
  authority?: Authority,
): Promise<unknown> {
  const kept = await existingIds(call.app, call.actor, paper, ids);
  const given = new Map(kept.map((id, at) => [id, ids[at]]));
  const failed = await once(
    call,
    'together',
    async (tx) => {
      const refused = await work(tx, kept.filter(isId));
      const missing = kept.filter((id) => !isId(id)).map((id) => [id, refuse.missing({ title: paper.title })] as const);
      return [...refused, ...missing].map(([id, refusal]) => ({
        id: given.get(id) ?? id,
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

/** Several rows as one act: all of them succeed or the refusal is the answer. */
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
