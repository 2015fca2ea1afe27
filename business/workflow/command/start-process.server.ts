import { must } from '#kernel/language/must.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { Context } from '#kernel/server';
import type { Variables } from '../engine/state/rows.rules.ts';
import { refuse } from '../refusals.ts';
import { type StoredDefinition, processDefinitionOf } from '../store/definitions.server.ts';
import { writeAction } from '../store/write-action.server.ts';
import { assertMayStart } from './may-start.server.ts';
import { startInstance } from './run-command.server.ts';

/** Input for a new instance. */
export interface StartInput {
  readonly definitionId: string;
  readonly variables: Variables;
  readonly title: string;
  readonly businessTable?: string;
  readonly businessId?: string;
  /** The start event to begin at; absent: the start event without a trigger, for a manual start. */
  readonly startNode?: string;
  /** The person in whose name the instance starts; absent: the caller. */ readonly starter?: Person;
}

/** Return a version that may be started now. Refuse a deleted or suspended one. */
export async function startable(context: Context, definitionId: string): Promise<StoredDefinition> {
  const [row] = await context.sql.query<{ isActive: boolean }>(
    'select suspension_state = 1 as "isActive" from wf_definition where id = $1 and tenant_id = $2 and deleted_at is null for share',
    [definitionId, context.tenantId],
  );
  if (!row) throw refuse.noDefinition();
  if (!row.isActive) throw refuse.definitionSuspended();
  return processDefinitionOf(context.sql, context.tenantId, definitionId);
}

/** Start an instance in the name of the caller or of a named person; return its id. */
export async function startNewProcess(context: Context, input: StartInput): Promise<string> {
  const { starter = context.person } = input;
  const definition = await startable(context, input.definitionId);
  await assertMayStart(context, definition, { businessTable: input.businessTable ?? '', person: starter });
  const { delta } = await startInstance(context, {
    type: 'start',
    definitionId: input.definitionId,
    actorId: context.person.id,
    starterId: starter.id,
    starterDeptId: starter.departments[0] ?? '',
    variables: input.variables,
    title: input.title,
    businessTable: input.businessTable ?? '',
    businessId: input.businessId ?? '',
    ...(input.startNode && { startNode: input.startNode }),
  });
  const instanceId = must(delta.startedId, 'startedId');
  await writeAction(context, { instanceId, action: 'start' });
  return instanceId;
}
