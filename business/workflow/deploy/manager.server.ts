import {
  type Context,
  type Reading,
  type Route,
  implement,
  implementRoute,
  readFormFiles,
  readingOf,
  row,
  transact,
} from '#kernel/server';
import { terminateInstance, setInstanceState } from './follow/follow.server.ts';
import { refuse } from '../refusals.ts';
import { changeState, checkUpload, deleteDeployment, deployUpload, managerList } from './manager.calls.ts';
import { readProcesses } from './process-list.server.ts';
import { processServices } from '../command/services.server.ts';
import { rearmStarts } from '../command/starts/start-rows.server.ts';
import { checkFile, deployFile, factsOf } from './upload.server.ts';

const UPLOAD = { files: 10, bytes: 2_000_000 } as const;

async function runningRoots(
  { sql, tenantId }: Reading,
  column: 'definition_id' | 'deployment_id',
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select i.id::text as id from wf_instance i join wf_definition d on d.id = i.definition_id and d.tenant_id = $1
     where i.tenant_id = $1 and i.ended_at is null and ${column === 'definition_id' ? 'd.id' : 'd.deployment_id'} = any($2::bigint[]) order by i.root_id, i.id`,
    [tenantId, ids],
  );
  return rows.map((row) => row.id);
}

/** Suspend or activate a version with its instances. Return the number of its running root instances. */
async function setState(context: Context, processId: string, state: string): Promise<number> {
  if (state !== 'active' && state !== 'suspend') throw refuse.unknownState();
  const rows = await context.sql.query(
    'update wf_definition set suspension_state = $3 where id = $1 and tenant_id = $2 and deleted_at is null returning id',
    [processId, context.tenantId, state === 'active' ? 1 : 2],
  );
  if (!rows.length) throw refuse.noDefinition();
  await context.sql.query('update wf_start set is_held = $3 where tenant_id = $1 and definition_id = $2', [
    context.tenantId,
    processId,
    state === 'suspend',
  ]);
  if (state === 'active') context.comesDue('wf_start');
  const running = await runningRoots(context, 'definition_id', [processId]);
  for (const id of running) await setInstanceState(context, id, state === 'active' ? 'activate' : 'suspend');
  return running.length;
}

/**
 * Delete deployments, but not the history of their instances. Running instances prevent this, unless `force` ends them
 * with a reason. Return the numbers of deleted deployments and of ended root instances.
 */
async function removeDeployments(
  context: Context,
  ids: readonly string[],
  { force, reason }: { readonly force: boolean; readonly reason: string },
): Promise<{ deleted: number; cancelled: number }> {
  const found = await context.sql.query<{ id: string }>(
    'select id::text as id from wf_deployment where tenant_id = $1 and id = any($2::bigint[]) and deleted_at is null order by id for update',
    [context.tenantId, ids],
  );
  if (found.length < ids.length) throw refuse.noDeployment();
  const running = await runningRoots(context, 'deployment_id', ids);
  if (running.length && !force) throw refuse.instancesRun({ n: running.length });
  if (running.length && !reason.trim()) throw refuse.reasonNeeded();
  for (const id of running) await cancelIfRunning(context, id, reason);
  const values = [context.tenantId, ids, context.now()];
  await context.sql.query(
    'update wf_definition set deleted_at = $3 where tenant_id = $1 and deployment_id = any($2::bigint[]) and deleted_at is null',
    values,
  );
  await context.sql.query(
    'update wf_deployment set deleted_at = $3 where tenant_id = $1 and id = any($2::bigint[]) and deleted_at is null',
    values,
  );
  await rearmStarts((text, given) => context.sql.query(text, given), {
    tenantId: context.tenantId,
    deploymentIds: ids,
    at: context.instant(),
  });
  return { deleted: found.length, cancelled: running.length };
}

/** End an instance unless it has ended meanwhile, as a called instance ends with its caller. */
async function cancelIfRunning(context: Context, id: string, reason: string): Promise<void> {
  const rows = await context.sql.query(
    'select 1 from wf_instance where id = $1 and tenant_id = $2 and ended_at is null',
    [id, context.tenantId],
  );
  if (rows.length) await terminateInstance(context, id, reason);
}

export const managerCalls = [
  implement(managerList, { read: (asked, reading) => readProcesses(reading, asked) }),
  implement(changeState, {
    write: async ({ processId, state }, context) => ({ instances: await setState(context, processId, state) }),
  }),
  implement(deleteDeployment, {
    async write({ deploymentIds, force, reason }, context) {
      if (!deploymentIds?.length) throw row.noneChosen();
      return removeDeployments(context, deploymentIds, { force: force === true, reason: reason ?? '' });
    },
  }),
];

/** The calls that receive files: check and deploy. */
export const uploadRoutes = (): Route[] => [
  implementRoute(
    checkUpload,
    async (_asked, { app, request, actor }) => {
      const { files } = await readFormFiles(request, UPLOAD);
      const facts = await readingOf({ app, actor }, (reading) =>
        factsOf(reading, reading.contributions(processServices)),
      );
      return checkFile(files[0], facts, actor.language);
    },
    { upload: true },
  ),
  implementRoute(
    deployUpload,
    async (_asked, call) => {
      const { fields, files } = await readFormFiles(call.request, UPLOAD);
      if (!files.length) throw refuse.noFile();
      return transact(call.app, call.actor, async (context) => {
        const ids: string[] = [];
        for (const file of files)
          ids.push(
            ...(await deployFile(context, file, {
              category: fields.category ?? '',
              tenantIds: fields.tenantIds ?? null,
              source: 'upload',
            })),
          );
        return { processDefinitionIds: ids };
      });
    },
    { upload: true },
  ),
];
