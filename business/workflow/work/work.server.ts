import { labelIn } from '#kernel/language/label.ts';
import { refusalIn } from '#kernel/language/refusal.ts';
import {
  type Context,
  type OwnCall,
  type Reading,
  type Route,
  implement,
  implementRoute,
  transact,
} from '#kernel/server';
import type { Variables } from '../engine/state/rows.rules.ts';
import { readProcesses } from '../deploy/process-list.server.ts';
import { candidateKeys } from './candidates.server.ts';
import { readBatchFacts } from './detail/batch-facts.server.ts';
import { readGoverning } from './detail/governing.server.ts';
import { readTaskDetail } from './detail/task-detail.server.ts';
import { type DecisionInput, decideTask, takeTask } from './tasks.server.ts';
import {
  batchComplete,
  batchFacts,
  claimList,
  claimTask,
  completeTask,
  doneList,
  governingCase,
  sendList,
  startList,
  taskDetail,
  todoList,
  workCount,
} from './work.calls.ts';
import { readClaim, readDone, readSent, readTodo } from './work-lists.server.ts';

/** The flag of a decision that approves. */
const OK = 'ok';

/** Return the variables of a request without `pass`, which only the flag decides. */
function variablesOf(sent: Readonly<Record<string, unknown>> | null): Variables {
  const { pass: _, ...rest } = sent ?? {};
  return rest as Variables;
}

const AT_MOST = 100;

/** Counts of the badges, each up to its displayed maximum. */
async function readCount(reading: Reading): Promise<{ claim: number; todo: number; overdue: number; cc: number }> {
  const [row] = await reading.sql.query<{ claim: number; todo: number; overdue: number; cc: number }>(
    `select (select count(*)::int from (select 1 from wf_task t where t.tenant_id = $1 and t.assignee_id = $2 and t.state = 'open' limit ${AT_MOST}) x) as todo,
       (select count(*)::int from (select 1 from wf_task t where t.tenant_id = $1 and t.assignee_id = $2 and t.state = 'open' and t.due_at < $4 limit ${AT_MOST}) x) as overdue,
       (select count(*)::int from (select distinct c.task_id from unnest($3::text[]) k(key) cross join lateral
         (select c.task_id from wf_task_candidate c where c.tenant_id = $1 and c.key = k.key order by c.created_at desc, c.task_id desc limit ${AT_MOST}) c limit ${AT_MOST}) x) as claim,
       (select count(*)::int from (select 1 from wf_cc c where c.tenant_id = $1 and c.user_id = $2 and c.read_at is null limit ${AT_MOST}) x) as cc`,
    [reading.tenantId, reading.person.id, await candidateKeys(reading), reading.now()],
  );
  return row;
}

const decide = (
  context: Context,
  taskId: string,
  {
    flag,
    comment,
    ...more
  }: { flag: string | null; comment: string | null } & Pick<DecisionInput, 'variables' | 'changes'>,
): ReturnType<typeof decideTask> =>
  decideTask(context, { taskId, isPassed: flag === OK, comment: comment ?? '', ...more });

export const workCalls: readonly OwnCall[] = [
  implement(startList, { read: (asked, reading) => readProcesses(reading, { ...asked, startable: true }) }),
  implement(claimList, { read: (asked, reading) => readClaim(reading, asked) }),
  implement(todoList, { read: (asked, reading) => readTodo(reading, asked) }),
  implement(sendList, { read: (asked, reading) => readSent(reading, asked) }),
  implement(doneList, { read: (asked, reading) => readDone(reading, asked) }),
  implement(workCount, { read: (_asked, reading) => readCount(reading) }),
  implement(taskDetail, { read: (asked, reading) => readTaskDetail(reading, asked) }),
  implement(batchFacts, { read: ({ taskIds }, reading) => readBatchFacts(reading, taskIds) }),
  implement(governingCase, { read: (asked, reading) => readGoverning(reading, asked) }),
  implement(claimTask, { write: ({ taskId }, context) => takeTask(context, taskId) }),
  implement(completeTask, {
    write: ({ taskId, flag, comment, variables, changes, version }, context) =>
      decide(context, taskId, {
        flag,
        comment,
        variables: variablesOf(variables),
        changes: { values: changes ?? {}, version },
      }),
  }),
];

/** Decides several tasks, each in its own transaction: the refusal of one does not affect the others. */
export const batchRoute = (): Route =>
  implementRoute(batchComplete, async ({ taskIds, flag, comment }, { app, actor }) => {
    const success: string[] = [];
    const failed: { id: string; no: string; reason: string; msg: string }[] = [];
    for (const id of taskIds) {
      const refusal = await refusalIn(() =>
        transact(app, actor, (context) => decide(context, id, { flag, comment, variables: {} })),
      );
      if (refusal) failed.push({ id, no: '', reason: refusal.reason, msg: labelIn(refusal.words, actor.language) });
      else success.push(id);
    }
    return { success, failed };
  });
