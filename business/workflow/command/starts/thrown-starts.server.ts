import type { Person } from '#kernel/language/permission.ts';
import { refusalIn } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server';
import type { ThrownEvent } from '../../engine/state/delta.rules.ts';
import { type StoredDefinition, processDefinitionOf } from '../../store/definitions.server.ts';
import { writeAction } from '../../store/write-action.server.ts';
import { assertMayStart } from '../may-start.server.ts';
import { startNewProcess } from '../start-process.server.ts';

/** Return the starter of the instance that threw the event; null if that is the product or a closed account. */
async function starterOf(context: Context, { instanceId }: ThrownEvent): Promise<Person | null> {
  const [thrower] = await context.sql.query<{ starterId: string }>(
    'select starter_id::text as "starterId" from wf_instance where tenant_id = $1 and id = $2',
    [context.tenantId, instanceId],
  );
  return thrower ? context.personOf(thrower.starterId) : null;
}

/**
 * Return whether the process does not allow this person to start it. If so, note it in the history of the instance that
 * threw the event.
 */
async function isRefused(
  context: Context,
  definition: StoredDefinition,
  { instanceId }: ThrownEvent,
  starter: Person | null,
): Promise<boolean> {
  const refusal = await refusalIn(() =>
    assertMayStart(context, definition, { businessTable: '', ...(starter && { person: starter }) }),
  );
  if (!refusal) return false;
  await writeAction(context, { instanceId, action: 'startRefused', comment: definition.name });
  return true;
}

/**
 * Start the processes of an event: one for a message, all for a signal. Their starter is the starter of the throwing
 * instance, who may therefore decide none of their tasks.
 */
export async function startByThrown(context: Context, thrown: ThrownEvent): Promise<void> {
  const { kind, name, variables } = thrown;
  const rows = await context.sql.query<{ definitionId: string; nodeId: string }>(
    `select definition_id::text as "definitionId", node_id as "nodeId" from wf_start where tenant_id = $1 and kind = $2 and name = $3 and not is_held order by id`,
    [context.tenantId, kind, name],
  );
  const starter = rows.length ? await starterOf(context, thrown) : null;
  for (const { definitionId, nodeId } of kind === 'message' ? rows.slice(0, 1) : rows) {
    const definition = await processDefinitionOf(context.sql, context.tenantId, definitionId);
    if (await isRefused(context, definition, thrown, starter)) continue;
    await startNewProcess(context, {
      definitionId,
      startNode: nodeId,
      variables,
      title: definition.name,
      ...(starter && { starter }),
    });
  }
}
