import { type DemoUser, type DemoWorld, type RoomSeed, daysBefore } from '#business/system/seed/demo-world.seed.ts';
import { seedGovernedLeaves } from './bindings/governed-leaves.seed.ts';
import { askForLeave } from './leave/process-leave.server.ts';
import { newestDefinition } from './store/definitions.server.ts';
import { decideTask } from './work/tasks.server.ts';

/**
 * A leave of office staff. `ago`: days since it was sent; `days`: its length; `decisions` in order, each with the
 * deciding role.
 */
interface DemoLeave {
  readonly by: string;
  readonly ago: number;
  readonly days: number;
  readonly reason: string;
  readonly decisions: readonly (readonly [role: string, isPassed: boolean])[];
}

const LEAVES: readonly DemoLeave[] = [
  {
    by: 'as_cs',
    ago: 40,
    days: 2,
    reason: '孩子家长会',
    decisions: [
      ['as_hr', true],
      ['as_manager', true],
    ],
  },
  {
    by: 'as_dispatcher',
    ago: 33,
    days: 1,
    reason: '体检',
    decisions: [
      ['as_hr', true],
      ['as_manager', true],
    ],
  },
  {
    by: 'as_finance',
    ago: 26,
    days: 3,
    reason: '探亲',
    decisions: [
      ['as_hr', false],
      ['as_finance', false],
    ],
  },
  {
    by: 'as_store',
    ago: 19,
    days: 2,
    reason: '搬家',
    decisions: [
      ['as_hr', true],
      ['as_manager', false],
      ['as_store', true],
      ['as_hr', true],
      ['as_manager', true],
    ],
  },
  { by: 'as_cs', ago: 5, days: 1, reason: '看牙医', decisions: [['as_hr', true]] },
  { by: 'as_operator', ago: 4, days: 2, reason: '家中有事', decisions: [['as_hr', true]] },
  { by: 'as_finance', ago: 3, days: 1, reason: '办理证件', decisions: [['as_hr', false]] },
  { by: 'as_dispatcher', ago: 2, days: 3, reason: '年休假', decisions: [] },
  { by: 'as_iot', ago: 1, days: 2, reason: '外地婚礼', decisions: [] },
];

const openTask = (world: DemoWorld, at: string, instanceId: string): Promise<string | undefined> =>
  world.product(at, async ({ sql, tenantId }) => {
    const [row] = await sql.query<{ id: string }>(
      "select id::text as id from wf_task where tenant_id = $1 and instance_id = $2 and state = 'open' order by id limit 1",
      [tenantId, instanceId],
    );
    return row?.id;
  });

async function tell(world: DemoWorld, one: DemoLeave, approver: DemoUser, definitionId: string): Promise<void> {
  const from = one.ago - 3;
  const { processInstanceId } = await world.as(one.by, daysBefore(world, one.ago, '09:10:00'), (context) =>
    askForLeave(context, {
      processDefinitionId: definitionId,
      taskUser: approver.id,
      startTime: daysBefore(world, from, '08:30:00'),
      endTime: daysBefore(world, from - one.days + 1, '17:30:00'),
      reason: one.reason,
    }),
  );
  for (const [at, [role, isPassed]] of one.decisions.entries()) {
    const moment = daysBefore(world, one.ago, `${10 + at}:20:00`);
    const taskId = await openTask(world, moment, processInstanceId);
    if (!taskId) return;
    await world.as(role, moment, (context) =>
      decideTask(context, { taskId, isPassed, comment: isPassed ? '同意' : '请补充说明', variables: {} }),
    );
  }
}

/** Seeds leaves in every state: open, claimable, sent back, approved and rejected. */
export default {
  async after(world) {
    await seedGovernedLeaves(world);
    const approver = world.users.find((one) => one.role === 'as_hr');
    const definition = await world.product(world.now, ({ sql, tenantId }) =>
      newestDefinition(sql, tenantId, 'LeaveProcess'),
    );
    if (!approver || !definition) return;
    const known = new Set(world.users.map((one) => one.role));
    for (const one of LEAVES)
      if (known.has(one.by) && one.decisions.every(([role]) => known.has(role)))
        await tell(world, one, approver, definition.id);
  },
} satisfies RoomSeed;
