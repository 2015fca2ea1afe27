import { Refusal } from '#kernel/language/refusal.ts';
import { storedText } from '#kernel/language/label.ts';
import type { Context, DueWork } from '#kernel/server';
import { commandOver } from '../run-command.server.ts';
import { loadTree } from '../../store/load-tree.server.ts';

/** Seconds before each retry of a failed step; after the last it becomes an incident. */
const PAUSES = [10, 60, 600] as const;

interface JobHead {
  readonly rootId: string;
  readonly instanceId: string;
  readonly nodeId: string;
  readonly tries: number;
}

/**
 * Lock the root of a job's instance, which precedes its jobs in the lock order. Undefined: the job is gone, or the
 * instance is locked and the job waits for the next turn.
 */
async function holdHead(context: Context, id: string): Promise<JobHead | undefined> {
  const [job] = await context.sql.query<JobHead>(
    `select j.root_id::text as "rootId", j.instance_id::text as "instanceId", j.node_id as "nodeId", j.tries
     from wf_instance i join wf_job j on j.root_id = i.id and j.id = $1 and j.tenant_id = $2 where i.tenant_id = $2 for update of i skip locked`,
    [id, context.tenantId],
  );
  return job;
}

/** Return the failure in one line in both languages, without personal data. */
const sentence = (error: Error): string => storedText(error instanceof Refusal ? error.words : error.message, 1000);

/** Runs due timers, asynchronous steps and task timeouts, each in its own transaction with the root instance locked. */
export const dueJobs: DueWork<JobHead> = {
  table: 'wf_job',
  due: 'due_at',
  where: 'not t.is_dead and not t.is_held',
  first: holdHead,
  async work(context, id, { rootId }) {
    const tree = await loadTree(context.sql, context.tenantId, rootId);
    await commandOver(context, tree, { type: 'job', jobId: id });
  },
  async failed(context, id, { error, head: job }) {
    const pause = PAUSES[job.tries];
    const words = sentence(error);
    if (pause !== undefined) {
      await context.sql.query(
        `update wf_job set tries = tries + 1, last_error = $3, due_at = $4::timestamptz + make_interval(secs => $5) where id = $1 and tenant_id = $2`,
        [id, context.tenantId, words, context.now(), pause],
      );
      return;
    }
    await context.sql.query(
      'update wf_job set tries = tries + 1, last_error = $3, is_dead = true where id = $1 and tenant_id = $2',
      [id, context.tenantId, words],
    );
    await context.sql.query(
      `insert into wf_incident (id, tenant_id, instance_id, kind, node_id, job_id, message, created_at) values ($1, $2, $3, 'job', $4, $5, $6, $7)`,
      [await context.newId(), context.tenantId, job.instanceId, job.nodeId, id, words, context.now()],
    );
  },
};
