import type { Context } from '#kernel/server';
import type { ThrownEvent } from '../../engine/state/delta.rules.ts';
import { processDefinitionOf } from '../../store/definitions.server.ts';
import { startNewProcess } from '../start-process.server.ts';

/** Starts what begins by something that was thrown: by a message one process, by a signal each. */
export async function startByThrown(context: Context, { kind, name, variables }: ThrownEvent): Promise<void> {
  const rows = await context.sql.query<{ definitionId: string; nodeId: string }>(
    `select definition_id::text as "definitionId", node_id as "nodeId" from wf_start where tenant_id = $1 and kind = $2 and name = $3 and not is_held order by id`,
    [context.tenantId, kind, name],
  );
  for (const { definitionId, nodeId } of kind === 'message' ? rows.slice(0, 1) : rows) {
    const definition = await processDefinitionOf(context.sql, context.tenantId, definitionId);
    await startNewProcess(context, { definitionId, startNode: nodeId, variables, title: definition.name });
  }
}
