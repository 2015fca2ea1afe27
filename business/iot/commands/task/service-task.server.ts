import { type Context, http, sql } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { riskOfContent } from '../content/command-content.rules.ts';
import { riskyAttributes } from '../content/risky-attributes.server.ts';
import { type CommandDevice, newCommands } from '../new-commands.server.ts';
import { PER_MINUTE, assertSize } from './add-task.server.ts';
import { instructionTask } from './instruction-task.paper.ts';
import { MAX_TARGETS } from './task.calls.ts';

/** Button of those who create tasks. */
const SEND = 'iot_instruction_task_send';

/** A service that a task calls on all gateways. */
export interface GatewayService {
  readonly taskName: string;
  readonly service: string;
}

/** Return the gateways in use within the caller's sight. */
async function gatewaysInSight(context: Context): Promise<CommandDevice[]> {
  const scope = await context.visible(device).sql();
  return context.sql.query<CommandDevice>(
    sql`select t.id::text as id, t.mac, t.parent_id::text as "parentId", t.household_id::text as "householdId", t.model_id::text as "modelId"
        from iot_device t where t.tenant_id = ${context.tenantId} and t.is_deleted = 0 and t.node_type = 'gateway' and t.instance_status in ('inactive', 'active')
          and ${scope} order by t.id limit ${MAX_TARGETS}`,
  );
}

/**
 * Create a task that calls a service of low risk on all gateways within the caller's sight, and run it. Gateways whose
 * model lacks the service are left out; absent ones are skipped when it is their turn.
 */
export async function runOnGateways(
  context: Context,
  { taskName, service }: GatewayService,
): Promise<{ readonly taskId: string; readonly count: number }> {
  context.need(SEND, http.forbidden());
  const content = { service, params: {} };
  const groups: { attributes: Awaited<ReturnType<typeof riskyAttributes>>; some: CommandDevice[] }[] = [];
  for (const [modelId, some] of Map.groupBy(await gatewaysInSight(context), (row) => row.modelId)) {
    const attributes = await riskyAttributes(context, modelId);
    const isKnown = attributes.some((one) => one.attrType === 'service' && one.identifier === service);
    if (isKnown && riskOfContent(attributes, content) === 'low') groups.push({ attributes, some });
  }
  const count = groups.reduce((sum, { some }) => sum + some.length, 0);
  assertSize(context, 'low', count);
  const task = await context.create(instructionTask, {
    taskName,
    taskStatus: 'draft',
    instructionType: 'service',
    riskLevel: 'low',
    content,
    waitOnline: false,
    targetType: 'device',
    targetQuery: {},
    targetCount: count,
    perMinute: PER_MINUTE,
    endedCount: 0,
    successCount: 0,
    failedCount: 0,
    reason: context.givenReason,
  });
  for (const { attributes, some } of groups)
    await newCommands(context, some, {
      content,
      attributes,
      riskLevel: 'low',
      source: 'task',
      taskId: task.id,
      dueTime: null,
    });
  await context.act(instructionTask, task.id, 'run');
  return { taskId: task.id, count };
}
