import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import type { Context, WorkSteps } from '#kernel/server';
import { type InvariantFinding, invariant } from './invariant.paper.ts';

/** So many rows of each are named; all are counted. */
const NAMED = 100;
/** No check may hold the database longer. */
const MOST_SECONDS = 60;

interface Looked {
  readonly count: number;
  readonly findings: readonly InvariantFinding[];
}

async function look(context: Context, one: Invariant): Promise<Looked> {
  await context.sql.query(`set local statement_timeout = '${MOST_SECONDS}s'`);
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

/** Looks at all invariants of a company, one transaction each; one that cannot be looked at says why and stops none of the others. */
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
