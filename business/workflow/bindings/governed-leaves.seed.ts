import { dept } from '#business/system/people/dept/dept.paper.ts';
import { type DemoUser, type DemoWorld, Chance, daysBefore, twoDigits } from '#business/system/seed/demo-world.seed.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { leaveOf } from '#business/scheduling/leave/leave-reasons.seed.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { decideTask } from '../work/tasks.server.ts';
import { processBinding } from './process-binding.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/**
 * Number of finished leaves to seed for each past month, and number of open ones. All belong to the leader's team and
 * are approved by a process.
 */
const PAST_A_MONTH = 4;
const OPEN = 12;
/** Every n-th leave is long, and also needs the manager's approval. */
const LONG = 5;

interface Asking extends DemoUser {
  readonly technicianId: string;
}

/** Return the technicians of a department, with their accounts. */
const teamOf = (world: DemoWorld, deptId: string): Promise<Asking[]> =>
  world.product(world.now, ({ sql, tenantId }) =>
    sql.query<Asking>(
      `select u.id::text as id, u.account, u.real_name as "realName", u.dept_id[1]::text as "deptId", 'as_technician' as role, t.id::text as "technicianId"
       from ${technicianFacts} t join ${userFacts} u on u.tenant_id = $1 and u.id = t.user_id and u.is_deleted = 0 and u.status = 1
       where t.tenant_id = $1 and t.is_deleted = 0 and u.dept_id[1] = $2 order by t.id`,
      [tenantId, deptId],
    ),
  );

/**
 * Decide the open task of a leave as planned. If its approval is refused, because the leave conflicts with visits,
 * reject it.
 */
async function judge(world: DemoWorld, role: string, at: string, id: string, isPassed: boolean): Promise<void> {
  const decide = (pass: boolean, comment: string): Promise<unknown> =>
    world.as(role, at, async (context) => {
      const [task] = await context.sql.query<{ id: string }>(
        `select t.id::text as id from wf_task t join wf_instance i on i.id = t.instance_id and i.tenant_id = $1
         where t.tenant_id = $1 and i.business_table = $2 and i.business_id = $3 and i.business_id <> '' and t.state = 'open' limit 1`,
        [context.tenantId, leaveForm.table, id],
      );
      if (task) await decideTask(context, { taskId: task.id, isPassed: pass, comment, variables: {} });
    });
  try {
    await decide(isPassed, isPassed ? '同意' : '当天人手不够');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await decide(false, '与已派任务冲突');
  }
}

interface DemoRequest {
  readonly by: Asking;
  /** Days from the submission to today, and from the submission to the start of the leave. */
  readonly ago: number;
  readonly ahead: number;
  readonly isLong: boolean;
  readonly isOpen: boolean;
}

async function ask(world: DemoWorld, chance: Chance, { by, ago, ahead, isLong, isOpen }: DemoRequest): Promise<void> {
  const from = ago - ahead;
  const submittedAt = daysBefore(world, ago, `08:${twoDigits(chance.between(10, 50))}:00`);
  let id: string;
  try {
    ({ id } = await world.as(by, submittedAt, (context) =>
      context.submit(leaveForm, {
        technicianId: by.technicianId,
        ...leaveOf(chance, isLong ? ['annual'] : ['personal', 'lieu', 'sick']),
        startTime: daysBefore(world, from, isLong ? '08:30:00' : '13:30:00'),
        endTime: daysBefore(world, from - (isLong ? 5 : 0), '17:30:00'),
      }),
    ));
  } catch (error) {
    // The technician is already absent at that time: the request is skipped.
    if (error instanceof Refusal) return;
    throw error;
  }
  if (isOpen && !isLong) return;
  const isPassed = isOpen || !chance.percent(12);
  await judge(world, 'as_leader', daysBefore(world, ago, `09:${twoDigits(chance.between(5, 25))}:00`), id, isPassed);
  if (isLong && isPassed && !isOpen)
    await judge(world, 'as_manager', daysBefore(world, ago, `09:${twoDigits(chance.between(30, 55))}:00`), id, true);
}

/** Bind the leaves of the leader's team to the shipped process, and create a year of leaves. */
export async function seedGovernedLeaves(world: DemoWorld): Promise<void> {
  const leader = world.users.find((one) => one.role === 'as_leader');
  if (!leader || !world.users.some((one) => one.role === 'as_manager')) return;
  const team = await teamOf(world, leader.deptId);
  if (!team.length) return;
  const chance = new Chance(world.random);
  const days = Math.max(Math.floor(world.months * 30), 2);
  await world.product(daysBefore(world, days + 1, '08:00:00'), async (context) => {
    await context.change(dept, leader.deptId, { leaderId: leader.id }, ['设置负责人', 'Leader set']);
    await context.create(processBinding, {
      title: '班组请假审批',
      paperName: leaveForm.name,
      processKey: 'technicianLeave',
      condition: `\${deptId == '${leader.deptId}'}`,
      enabled: true,
      priority: 10,
    });
  });
  const past = Math.round(world.months * PAST_A_MONTH);
  for (let nth = 0; nth < past; nth += 1)
    await ask(world, chance, {
      by: team[nth % team.length],
      ago: days - Math.floor((nth * (days - 1)) / past),
      ahead: 2,
      isLong: nth % LONG === LONG - 1,
      isOpen: false,
    });
  for (let nth = 0; nth < OPEN; nth += 1)
    await ask(world, chance, {
      by: team[nth % team.length],
      ago: 1 + (nth % 2),
      ahead: 8 + nth * 2,
      isLong: nth % LONG === LONG - 1,
      isOpen: true,
    });
}
