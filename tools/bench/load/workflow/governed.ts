import type pg from 'pg';
import { processBinding } from '#business/workflow/bindings/process-binding.paper.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import type { Context } from '#kernel/server/context.ts';
import { type Cost, type Pids, driveOver } from '../../drive.ts';

type Doing = <T>(work: (context: Context) => Promise<T>) => Promise<T>;

const TECHNICIANS = 400;
const FIRST_TECHNICIAN = 940_000_000_000_000_000n;
const JUDGE = '950000000000000001';

/** Create a second administrator, since people cannot approve their own leave. Return the id. */
export async function makeJudge(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = 'blade_user' and is_generated = 'NEVER' and column_name not in ('id', 'account')`,
  );
  const columns = rows.map((row) => row.name).join(', ');
  await owner.query(
    `insert into blade_user (id, account, ${columns}) select ${JUDGE}, 'bench-judge', ${columns} from blade_user
     where tenant_id = '000000' and account = 'admin' on conflict do nothing`,
  );
  return JUDGE;
}

/** Create the technicians of the bench, and delete leaves and process bindings of earlier runs. */
export async function loadTechnicians(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into astechnician (id, tenant_id, create_time, update_time, technician_no, user_id, real_name, customer_service_team, technician_level, employ_type, technician_status, work_days, work_start, work_end, daily_capacity_minutes)
     select ${FIRST_TECHNICIAN} + n, '000000', now(), now(), 'BENCH' || n, ${FIRST_TECHNICIAN} + n, 'T' || n, 'east', 't2', 'own', 'on', '1,2,3,4,5,6', '08:30', '17:30', 480
     from generate_series(0, ${TECHNICIANS - 1}) n on conflict do nothing`,
  );
  await owner.query("update asleaveform set is_deleted = 1 where tenant_id = '000000'");
  await owner.query(`update ${processBinding.table} set is_deleted = 1 where title = 'bench'`);
  await owner.query('vacuum analyze astechnician');
}

/** Request one leave for each technician on this day. Return the ids. */
async function requestLeaves(as: Doing, day: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < TECHNICIANS; n++)
    ids.push(
      await as(async (context) => {
        const { id } = await context.create(leaveForm, {
          technicianId: String(FIRST_TECHNICIAN + BigInt(n)),
          leaveType: 'personal',
          startTime: `${day} 09:00:00`,
          endTime: `${day} 11:00:00`,
          reason: 'bench',
        });
        return id;
      }),
    );
  return ids;
}

/**
 * Approve leaves in rounds: in every second one they are governed by a process, in the others by their lifecycle alone.
 * Return the costs of both.
 */
export async function approvals(
  { by, judge, pids, lines }: { by: Doing; judge: Doing; pids: Pids; lines: number },
  { today, rounds, processKey }: { today: string; rounds: number; processKey: string },
): Promise<{ readonly governed: Cost[]; readonly ungoverned: Cost[] }> {
  const binding = await by((context) =>
    context.create(processBinding, { title: 'bench', paperName: leaveForm.name, processKey, enabled: false }),
  );
  const costs = { governed: [] as Cost[], ungoverned: [] as Cost[] };
  for (let round = 0; round < rounds * 2; round++) {
    const isGoverned = round % 2 === 1;
    await by((context) => context.change(processBinding, binding.id, { enabled: isGoverned }));
    const ids = await requestLeaves(by, addDays(today, 3 + round));
    costs[isGoverned ? 'governed' : 'ungoverned'].push(
      await driveOver(pids, lines, ids, async (id) => {
        await judge((context) => context.act(leaveForm, id, 'approve', { note: '同意' }));
      }),
    );
  }
  return costs;
}
