import { list, someRow } from '#kernel/language/calls/shape.ts';
import { textIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { behaviour, type Behaviour, implement, type Reading, type WorkSteps } from '#kernel/server';
import { logApi } from './log-api.paper.ts';
import { logError } from './log-error.paper.ts';
import { type FaultCause, faultCauses } from './logs.calls.ts';
import { logUsual } from './log-usual.paper.ts';

const AT_ONCE = 5000;
const MAX_CAUSES = 200;

/**
 * Return the nightly job that deletes entries older than the company retains, a few thousand rows in each transaction.
 */
const forgetting =
  (paper: AnyPaper, parameter: string) =>
  async ({ step }: WorkSteps): Promise<void> => {
    for (let gone = AT_ONCE; gone === AT_ONCE;) {
      gone = await step(async (context) => {
        const days = Math.max(1, Number.parseInt(await context.parameter(parameter), 10) || 90);
        return (
          await context.sql.query(
            `delete from ${paper.table} where id in (select id from ${paper.table} where tenant_id = $1 and create_time < $2::timestamptz - make_interval(days => $3::int) order by create_time limit ${AT_ONCE}) returning id`,
            [context.tenantId, context.now(), days],
          )
        ).length;
      });
    }
  };

const limitedByAge = <P extends AnyPaper>(paper: P, parameter: string, more: Partial<Behaviour<P>> = {}): Behaviour =>
  behaviour(paper, {
    ...more,
    timed: { forget: { cron: '40 3 * * *', work: forgetting(paper, parameter) } },
  }) as Behaviour;

/** Return the faults by cause, the latest first: number, people, first and last time, and an example. */
const causes = (reading: Reading): Promise<FaultCause[]> =>
  reading.sql.query<FaultCause>(
    `select cause, source, max(exception_name) as "exceptionName", (array_agg(message order by id desc))[1] as message, count(*)::int as count, count(distinct nullif(create_by, ''))::int as people,
    left(min(create_time)::text, 19) as first, left(max(create_time)::text, 19) as last, (max(id))::text as "newestId"
  from ${logError.table} where tenant_id = $1 and is_deleted = 0 and cause <> '' group by cause, source order by max(create_time) desc limit ${MAX_CAUSES}`,
    [reading.tenantId],
  );

/** Return the logged calls of the same request, with their queries. */
async function sameRequest(reading: Reading, row: { requestId: string | null }): Promise<Record<string, unknown>> {
  if (!row.requestId) return { sameRequest: [] };
  const calls = await reading.sql.query<{ title: string }>(
    `select id::text as id, title, request_uri as "requestUri", answer_status as "answerStatus", time, sql_count as "sqlCount", coalesce(statements, '[]') as statements, left(create_time::text, 19) as "createTime" from ${logApi.table} where tenant_id = $1 and request_id = $2 and is_deleted = 0 order by id limit 10`,
    [reading.tenantId, row.requestId],
  );
  return { sameRequest: calls.map((one) => ({ ...one, title: textIn(one.title ?? '', reading.language) })) };
}

export const logBehaviours: readonly Behaviour[] = [
  limitedByAge(logApi, 'log.api.keepDays'),
  limitedByAge(logUsual, 'log.usual.keepDays'),
  limitedByAge(logError, 'log.error.keepDays', {
    detailParts: { sameRequest: list(someRow()) },
    detail: (reading, row) => sameRequest(reading, row),
    calls: [implement(faultCauses, { read: (_asked, reading) => causes(reading) })],
  }),
];
