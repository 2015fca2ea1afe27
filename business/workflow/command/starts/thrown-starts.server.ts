import { refusalIn } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server';
import type { ThrownEvent } from '../../engine/state/delta.rules.ts';
import { type StoredDefinition, processDefinitionOf } from '../../store/definitions.server.ts';
import { writeAction } from '../../store/write-action.server.ts';
import { assertMayStart } from '../may-start.server.ts';
import { startNewProcess } from '../start-process.server.ts';

/** Whoever started the case that threw an event starts what begins by it: one that the process does not name is refused, in the history of that case. */
async function isRefused(
  context: Context,
  definition: StoredDefinition,
  { instanceId }: ThrownEvent,
): Promise<boolean> {
  const [thrower] = await context.sql.query<{ starterId: string }>(
    'select starter_id::text as "starterId" from wf_instance where tenant_id = $1 and id = $2',
    [context.tenantId, instanceId],
  );
  const person = thrower ? await context.personOf(thrower.starterId) : null;
  const refusal = await refusalIn(() =>
    assertMayStart(context, definition, { businessTable: '', ...(person && { person }) }),
  );
  if (!refusal) return false;
  await writeAction(context, { instanceId, action: 'startRefused', comment: definition.name });
  return true;
}

/** Starts what begins by something that was thrown: by a message one process, by a signal each. */
export async function startByThrown(context: Context, thrown: ThrownEvent): Promise<void> {
  const { kind, name, variables } = thrown;
  const rows = await context.sql.query<{ definitionId: string; nodeId: string }>(
    `select definition_id::text as "definitionId", node_id as "nodeId" from wf_start where tenant_id = $1 and kind = $2 and name = $3 and not is_held order by id`,
    [context.tenantId, kind, name],
  );
  for (const { definitionId, nodeId } of kind === 'message' ? rows.slice(0, 1) : rows) {
    const definition = await processDefinitionOf(context.sql, context.tenantId, definitionId);
    if (await isRefused(context, definition, thrown)) continue;
    await startNewProcess(context, { definitionId, startNode: nodeId, variables, title: definition.name });
  }
}
