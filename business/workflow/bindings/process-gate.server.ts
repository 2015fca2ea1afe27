import { type AnyPaper, governedOf, lifeOf } from '#kernel/language/paper.ts';
import type { Context, VerbGate, GatedStep, GatedVerb, Reading } from '#kernel/server';
import { candidateKeys } from '../work/candidates.server.ts';
import { decideTask, namesOfPeople } from '../work/tasks.server.ts';
import { commandOver, holdTree } from '../command/run-command.server.ts';
import { mustRootOf } from '../store/load-tree.server.ts';
import { writeAction } from '../store/write-action.server.ts';
import { assertNotTooLate } from '../work/take-back.server.ts';
import { refuse } from '../refusals.ts';
import { processBinding } from './process-binding.paper.ts';
import { beginGoverned, bindingOf } from './begin-governed.server.ts';

/** Return the id of the running root instance that governs a row; undefined if there is none. */
async function governing({ sql, tenantId }: Reading, paper: AnyPaper, id: string): Promise<string | undefined> {
  const [row] = await sql.query<{ id: string }>(
    `select id::text as id from wf_instance where tenant_id = $1 and business_table = $2 and business_id = $3 and business_id <> ''
       and ended_at is null and parent_id is null limit 1`,
    [tenantId, paper.table, id],
  );
  return row?.id;
}

interface OpenTask {
  readonly id: string;
  readonly assigneeId: string | null;
  readonly isMine: boolean;
}

/**
 * Return the open tasks of an instance and of the instances that it called. `isMine`: the caller has the task or may
 * claim it.
 */
async function openTasks(reading: Reading, instanceId: string): Promise<OpenTask[]> {
  return reading.sql.query<OpenTask>(
    `select t.id::text as id, t.assignee_id::text as "assigneeId", t.assignee_id = $3 or (t.assignee_id is null and exists (
       select 1 from wf_task_candidate c where c.tenant_id = $1 and c.task_id = t.id and c.key = any($4::text[]))) as "isMine"
     from wf_task t join wf_instance i on i.id = $2 and i.tenant_id = $1 where t.tenant_id = $1 and t.root_id = i.root_id and t.state = 'open' order by t.id`,
    [reading.tenantId, instanceId, reading.person.id, await candidateKeys(reading)],
  );
}

/**
 * Decide the caller's task of the process, when the caller approves or rejects the paper itself. The paper changes its
 * state only when the process ends.
 */
async function decideByPaper(
  context: Context,
  instanceId: string,
  { paper, action, id, input }: GatedVerb,
): Promise<Record<string, unknown>> {
  const open = await openTasks(context, instanceId);
  const isClosed = governedOf(paper).closed?.includes(action);
  const mine = isClosed ? undefined : open.find((one) => one.isMine);
  if (!mine)
    throw refuse.notYourTask({
      waitingFor: await namesOfPeople(
        context,
        open.map((one) => one.assigneeId),
      ),
    });
  await decideTask(context.under({ sent: input }), {
    taskId: mine.id,
    isPassed: action === governedOf(paper).approve,
    comment: typeof input.note === 'string' ? input.note : '',
    variables: {},
  });
  return (await context.get(paper, id)) as Record<string, unknown>;
}

/** Refuse an approval of a row that was not sent to the process bound to it. */
async function assertNotBound(
  context: Context,
  paper: AnyPaper,
  before: GatedStep['before'],
  row: GatedStep['row'],
): Promise<void> {
  const { field, actions } = lifeOf(paper);
  if (before?.[field] === actions[governedOf(paper).start].to) return;
  const binding = await bindingOf(context, paper, row);
  if (binding) throw refuse.sendFirst({ title: binding.title });
}

async function after(context: Context, { paper, by, before, row }: GatedStep): Promise<void> {
  const governed = governedOf(paper);
  if (by === governed.start) return beginGoverned(context, paper, row);
  if (governed.optional && by === governed.approve) await assertNotBound(context, paper, before, row);
  const instanceId = await governing(context, paper, String(row.id));
  if (!instanceId) return;
  const tree = await holdTree(context, await mustRootOf(context, instanceId));
  const isWithdrawn = by === governed.withdraw;
  await commandOver(context.under({ role: 'mandate' }), tree, {
    type: 'cancel',
    instanceId,
    reason: by,
    state: isWithdrawn ? 'withdrawn' : 'cancelled',
    actorId: context.person.id,
  });
  await writeAction(context, { instanceId, action: isWithdrawn ? 'withdraw' : 'cancel', comment: by });
}

/**
 * The gate before and after the verbs of governed papers. While a process governs a row, approve and reject decide a
 * task of that process.
 */
export const processGate: VerbGate = {
  async before(context, verb) {
    const instanceId = await governing(context, verb.paper, verb.id);
    if (!instanceId) return 'go';
    if (verb.action !== governedOf(verb.paper).withdraw) return decideByPaper(context, instanceId, verb);
    // Lock the root instance before the paper, as the order of locks requires. It stays locked while the paper is
    // withdrawn.
    const rootId = await mustRootOf(context, instanceId);
    await holdTree(context, rootId);
    await assertNotTooLate(context, rootId);
    return 'go';
  },
  after,
  async can({ db, actor }, paper, ids) {
    const governed = governedOf(paper);
    const { tenancy, person } = actor;
    const rows = await db.read(tenancy, async (sql) =>
      sql.query<{ id: string; isMine: boolean }>(
        `select i.business_id as id, coalesce(bool_or(t.assignee_id = $4 or (t.assignee_id is null and exists (
           select 1 from wf_task_candidate c where c.tenant_id = $1 and c.task_id = t.id and c.key = any($5::text[])))), false) as "isMine"
         from wf_instance i left join wf_task t on t.tenant_id = $1 and t.root_id = i.root_id and t.state = 'open'
         where i.tenant_id = $1 and i.business_table = $2 and i.business_id = any($3::text[]) and i.business_id <> '' and i.ended_at is null and i.parent_id is null group by 1`,
        [
          tenancy.tenantId,
          paper.table,
          ids,
          person.id,
          await candidateKeys({ sql, tenantId: tenancy.tenantId, person }),
        ],
      ),
    );
    const verbs = new Set([governed.approve, governed.reject]);
    return new Map(rows.map(({ id, isMine }) => [id, isMine ? verbs : new Set<string>()]));
  },
  async closed({ db, actor: { tenancy } }, paper) {
    const { start, approve } = governedOf(paper);
    const [{ isBound, isAlways }] = await db.read(tenancy, (sql) =>
      sql.query<{ isBound: boolean; isAlways: boolean }>(
        `select count(*) > 0 as "isBound", coalesce(bool_or(coalesce(condition, '') = ''), false) as "isAlways" from ${processBinding.table}
         where tenant_id = $1 and paper_name = $2 and enabled and is_deleted = 0`,
        [tenancy.tenantId, paper.name],
      ),
    );
    return new Set(isAlways ? [approve] : isBound ? [] : [start]);
  },
};
