import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import type { Context, WorkSteps } from '#kernel/server';
import { type InvariantFinding, invariant } from './invariant.paper.ts';

/** Maximum of stored findings of one invariant; its count includes all. */
const NAMED = 100;
/** Timeout of the query of one invariant. */
const MAX_SECONDS = 60;

interface Looked {
  readonly count: number;
  readonly findings: readonly InvariantFinding[];
}

async function look(context: Context, one: Invariant): Promise<Looked> {
  await context.sql.query(`set local statement_timeout = '${MAX_SECONDS}s'`);
  const rows = await context.sql.query<{ id: string; words: string; n: string }>(
    `select b.id::text as id, left(b.words, 200) as words, count(*) over () as n from (${one.sql}) b where $2::timestamptz is not null order by b.id desc limit ${NAMED}`,
    [context.tenantId, context.now()],
  );
  return { count: Number(rows[0]?.n ?? 0), findings: rows.map(({ id, words }) => ({ paper: one.paper, id, words })) };
}

type Result = Partial<Looked> & { readonly durationMs: number; readonly failure?: string };

const stateOf = (count: number | undefined, failure: string | undefined): 'failed' | 'broken' | 'holds' =>
  failure ? 'failed' : count ? 'broken' : 'holds';

async function keep(
  context: Context,
  one: Invariant,
  { count, findings = [], durationMs, failure }: Result,
): Promise<void> {
  await context.lock(`invariant ${one.code}`);
  const [before] = await context.find(invariant, { invariantCode: one.code }, { first: 1 });
  const state = stateOf(count, failure);
  const values = {
    invariantTitle: one.title.join(' · '),
    invariantState: state,
    violations: count ?? null,
    checkedTime: context.now(),
    durationMs,
    failure: failure?.slice(0, 500) ?? null,
    findings: [...findings],
    brokenSince: state === 'holds' ? null : (before?.brokenSince ?? (state === 'broken' ? context.now() : null)),
  };
  if (before) await context.change(invariant, before.id, values);
  else await context.create(invariant, { invariantCode: one.code, ...values });
}

/**
 * Check all invariants of a company, each in its own transaction, and store the results. An invariant whose query fails
 * stores the error, and the others continue.
 */
export async function checkInvariants(
  all: readonly Invariant[],
  { step }: WorkSteps,
  progress?: (done: number, total: number) => Promise<void>,
): Promise<{ broken: number }> {
  let broken = 0;
  for (const [at, one] of all.entries()) {
    const began = performance.now();
    const took = (): number => Math.round(performance.now() - began);
    const result: Result = await step((context) => look(context, one)).then(
      (looked) => ({ ...looked, durationMs: took() }),
      (error: Error) => ({ durationMs: took(), failure: error.message }),
    );
    if (result.count || result.failure) broken += 1;
    await step((context) => keep(context, one, result));
    await progress?.(at + 1, all.length);
  }
  return { broken };
}
