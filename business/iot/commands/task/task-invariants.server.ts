import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import { ALL_STATES, OPEN_STATES } from '../dispatch/command-states.rules.ts';

const list = (states: readonly string[]): string => states.map((one) => `'${one}'`).join(', ');

/** Invariants of instruction tasks: about the eleven counts of their commands. */
export const taskInvariants: readonly Invariant[] = [
  {
    code: 'IT1',
    paper: 'instructionTask',
    title: [
      '十一个状态的指令数之和等于任务的设备数',
      'The commands of a task in its eleven states are as many as its devices',
    ],
    // The commands of an old task are removed with their month.
    sql: `select t.id, t.task_no || ': ' || c.n || ' of ' || t.target_count as words from iot_instruction_task t
      cross join lateral (select count(*) filter (where d.exec_status in (${list(ALL_STATES)})) as n, count(*) as rows from iot_instruction_task_device d
        where d.tenant_id = t.tenant_id and d.task_id = t.id and d.is_deleted = 0) c
      where t.tenant_id = $1 and t.is_deleted = 0 and t.create_time > $2::timestamptz - interval '300 days' and (c.n <> t.target_count or c.rows <> c.n)`,
  },
  {
    code: 'IT2',
    paper: 'instructionTask',
    title: ['完成的任务没有未结束的指令', 'A completed task has no open command'],
    sql: `select t.id, t.task_no || ': ' || c.open || ' open' as words from iot_instruction_task t
      cross join lateral (select count(*) filter (where d.exec_status in (${list(OPEN_STATES)})) as open
        from iot_instruction_task_device d where d.tenant_id = t.tenant_id and d.task_id = t.id and d.is_deleted = 0) c
      where t.tenant_id = $1 and t.is_deleted = 0 and t.task_status = 'completed' and t.end_time > $2::timestamptz - interval '300 days' and c.open > 0`,
  },
];
