import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { addDays, dayOf } from '#kernel/language/days.ts';
import { hoursOfCompany } from '#business/scheduling/calendar.server.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, type OwnCall, type Reading, behaviour, implement } from '#kernel/server';
import { workingDaysIn } from './working-days.rules.ts';
import type { ProcessBusiness } from '../command/business.server.ts';
import { startNewProcess, startable } from '../command/start-process.server.ts';
import type { Variables } from '../engine/state/rows.rules.ts';
import { refuse } from '../refusals.ts';
import { assertSeesInstance } from '../work/sight.server.ts';
import { leaveDetail, startLeave } from './leave.calls.ts';
import { processLeave } from './process-leave.paper.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

type Leave = Row<typeof processLeave>;

/** Return the working days of a leave, to one decimal. */
async function daysOf(reading: Reading, from: string, to: string): Promise<number> {
  return workingDaysIn(from, to, await hoursOfCompany(reading, dayOf(from), addDays(dayOf(to), 1)));
}

function assertForward(from: string, to: string): void {
  if (from >= to) throw refuse.leaveReversed({ fields: [{ field: 'endTime', words: refuse.leaveReversed().words }] });
}

/** Refuse an approver who is the applicant, or no active account of the company. */
async function assertApprover(context: Context, id: string, applicant: string): Promise<void> {
  if (id === applicant) throw refuse.ownCase({ fields: [{ field: 'taskUser', words: refuse.ownCase().words }] });
  const rows = await context.sql.query(
    `select 1 from ${userFacts} where tenant_id = $1 and id = $2 and is_deleted = 0 and status = 1`,
    [context.tenantId, id],
  );
  if (!rows.length) throw refuse.noSuchPerson({ fields: [{ field: 'taskUser', words: refuse.noSuchPerson().words }] });
}

/** The category of processes that approve leaves. */
const CATEGORY = 'flow_leave';

/** Refuse a process that is not for leaves. */
async function assertOfLeaves(context: Context, definitionId: string): Promise<void> {
  const { category } = await startable(context, definitionId);
  if (category !== CATEGORY) throw refuse.otherCategory();
}

/** Store a leave application and start its process in one transaction. */
export async function askForLeave(
  context: Context,
  { processDefinitionId, taskUser, startTime, endTime, reason }: CallInputOf<typeof startLeave>,
): Promise<{ businessId: string; processInstanceId: string }> {
  await assertOfLeaves(context, processDefinitionId);
  const [self] = await context.find(technician, { userId: context.person.id }, { first: 1 });
  if (self) throw refuse.leaveOfTechnician();
  assertForward(startTime, endTime);
  await assertApprover(context, taskUser, context.person.id);
  const days = await daysOf(context, startTime, endTime);
  const row = await context.create(processLeave, {
    applyUser: context.person.id,
    taskUser,
    startTime,
    endTime,
    reason,
    days: days.toFixed(3),
    leaveState: 'running',
    processDefinitionId,
    applyTime: context.now(),
  });
  const processInstanceId = await startNewProcess(context, {
    definitionId: processDefinitionId,
    businessTable: processLeave.table,
    businessId: row.id,
    title: `${context.person.name} ${startTime.slice(0, 16)} – ${endTime.slice(0, 16)}`,
    variables: { ...factsOf(row), applyUser: context.person.id },
  });
  await context.change(processLeave, row.id, { processInstanceId });
  return { businessId: row.id, processInstanceId };
}

interface FlowOfLeave {
  readonly assignee: string;
  readonly assigneeName: string;
  readonly processInstanceId: string;
  readonly processDefinitionId: string;
  readonly taskId: string;
  readonly taskName: string;
  readonly processIsFinished: string;
}

/**
 * Return the process state of a leave. `assignee` is the applicant, as published clients of the BladeX-compatible API
 * expect.
 */
async function flowOf({ sql, tenantId }: Reading, leave: Leave): Promise<FlowOfLeave> {
  const [row] = await sql.query<FlowOfLeave>(
    `select u.id::text as assignee, u.real_name as "assigneeName", coalesce($3::text, '') as "processInstanceId", coalesce($4::text, '') as "processDefinitionId",
       coalesce(t.id::text, '') as "taskId", coalesce(t.name, '') as "taskName", case when i.ended_at is null then 'unfinished' else 'finished' end as "processIsFinished"
     from ${userFacts} u left join wf_instance i on i.tenant_id = $1 and i.id = $3::bigint
     left join lateral (select id, name from wf_task where tenant_id = $1 and instance_id = i.id and state = 'open' order by id limit 1) t on true
     where u.tenant_id = $1 and u.id = $2`,
    [tenantId, leave.applyUser, leave.processInstanceId, leave.processDefinitionId],
  );
  return (
    row ?? {
      assignee: '',
      assigneeName: '',
      processInstanceId: '',
      processDefinitionId: '',
      taskId: '',
      taskName: '',
      processIsFinished: 'finished',
    }
  );
}

/**
 * Return a leave with the state of its process. It is visible to those who may read the list, and to those who may see
 * its instance.
 */
async function detailOf(reading: Reading, id: string): Promise<Leave & { flow: FlowOfLeave }> {
  const [found] = await reading.find(processLeave, { id }, { first: 1 });
  const [seen] = reading.may('blade_process_leave_view')
    ? await reading.visible(processLeave, { match: { id } }).rows({ first: 1 })
    : [];
  // The refusal is the same for a missing leave and for one that the caller may not see.
  if (!seen) await assertSeesInstance(reading, found?.processInstanceId ?? '0');
  const leave = found ?? (await reading.get(processLeave, id));
  return Object.assign(leave, { flow: await flowOf(reading, leave) });
}

/** Return the process variables of a leave. */
const factsOf = ({ taskUser, startTime, endTime, reason, days }: Leave): Variables => ({
  taskUser,
  startTime,
  endTime,
  reason,
  days: Number(days),
});

/** The effect of an ended process on its leave, and the variables that follow from the leave. */
export const leaveBusiness: ProcessBusiness = {
  table: processLeave.table,
  async ended(context, { businessId, state, outcome }) {
    const leaveState = (state === 'completed' && outcome) || 'cancelled';
    await context.change(processLeave, businessId, { leaveState });
  },
  async facts(context, businessId) {
    return factsOf(await context.get(processLeave, businessId));
  },
  async amended(_context, { before, row }) {
    const [was, is] = [before, row].map((one) => factsOf(one as unknown as Leave));
    return Object.fromEntries(Object.entries(is).filter(([name, value]) => was[name] !== value));
  },
};

const calls: readonly OwnCall[] = [
  implement(startLeave, { write: (asked, context) => askForLeave(context, asked) }),
  implement(leaveDetail, {
    read: async ({ businessId, id }, reading) => detailOf(reading, businessId ?? id ?? '0'),
  }),
];

export default behaviour<typeof processLeave>(processLeave, {
  calls,
  /** Check the times and the approver, and compute the days. Applicants set them, and handlers whose node allows it. */
  async saving(context, { before, values, byHand }) {
    if (!byHand) return undefined;
    const { startTime, endTime, taskUser, applyUser } = { ...before, ...values } as Leave;
    assertForward(startTime, endTime);
    if (taskUser !== before?.taskUser) await assertApprover(context, taskUser, applyUser ?? context.person.id);
    return { days: (await daysOf(context, startTime, endTime)).toFixed(3) };
  },
});
