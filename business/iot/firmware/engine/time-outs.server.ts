import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { inMinutes } from '../tasks/begin-task.server.ts';
import { upgradeRun } from '../tasks/upgrade-run.paper.ts';
import { FAILED_STEP, SILENT, UPGRADING, retryAfter, failureWords } from './run-states.rules.ts';

type Run = Row<typeof upgradeRun>;
type RunChange = Partial<Run> & { readonly id: string };

const AT_ONCE = 500;

/** How often an upgrade is tried again, while its task allows it. */
export interface RetryRule {
  readonly retry: number;
  readonly mayRetry: boolean;
}

/** Return the rules of the tasks of some upgrades. */
export async function retryRules(context: Context, runs: readonly Run[]): Promise<(run: Run) => RetryRule> {
  const rows = await context.sql.query<{ id: string; retry: number | null; state: string }>(
    'select id::text as id, retry, task_status as state from iot_upgrade_task where tenant_id = $1 and id = any($2::bigint[])',
    [context.tenantId, [...new Set(runs.map(({ taskId }) => taskId))]],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ taskId }) => {
    const task = byId.get(String(taskId));
    return { retry: task?.retry ?? 2, mayRetry: task?.state === 'running' || task?.state === 'paused' };
  };
}

/** Return the change of an upgrade that failed with a step code, or went silent: another attempt, or its end. */
export function failedChange(
  context: Context,
  run: Run,
  { step, state, rule }: { readonly step: number; readonly state: 'failed' | 'timeout'; readonly rule: RetryRule },
): RunChange {
  const words = state === 'timeout' ? SILENT : failureWords(step);
  const failReason = storedText(words, 90);
  const attempt = run.attempt ?? 0;
  const again = rule.mayRetry ? retryAfter(step, { attempt, retry: rule.retry }) : null;
  const common = { id: run.id, step, failReason, lastTime: context.now() };
  if (!again) return { ...common, upgradeStatus: state, endTime: context.now(), dueTime: null, openKey: null };
  return {
    ...common,
    upgradeStatus: 'pending',
    percent: 0,
    attempt: again.counts ? attempt : Math.max(0, attempt - 1),
    dueTime: inMinutes(context, again.minutes),
  };
}

/** End, or try again, the upgrades of a company whose devices have not reported any progress in time. */
export async function endSilent(context: Context): Promise<void> {
  const found = await context.sql.query<{ id: string }>(
    `select id::text as id from iot_upgrade_execution where tenant_id = $1 and upgrade_status = any($2::text[]) and due_time <= $3::timestamptz order by due_time, id limit ${AT_ONCE}`,
    [context.tenantId, UPGRADING, context.now()],
  );
  if (found.length === 0) return;
  const locked = await context.lockRows(
    upgradeRun,
    found.map(({ id }) => id),
  );
  const silent = locked.filter(
    ({ upgradeStatus, dueTime }) =>
      (UPGRADING as readonly string[]).includes(String(upgradeStatus)) && dueTime && dueTime <= context.now(),
  );
  const ruleOf = await retryRules(context, silent);
  await context.touch(
    upgradeRun,
    silent.map((run) => failedChange(context, run, { step: FAILED_STEP, state: 'timeout', rule: ruleOf(run) })),
  );
}
