import { type Label, bilingual } from '#kernel/language/label.ts';
import { addDays } from '#kernel/language/days.ts';
import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import { type Fragment, type Reading, raw, sql } from '#kernel/server';
import type { ContributedNext } from '#business/masterdata/piles/bench.server.ts';
import { alarm } from '../../alarms/alarm/alarm.paper.ts';
import { alarmSuppression } from '../../alarms/suppression/alarm-suppression.paper.ts';
import { instructionTask } from '../../commands/task/instruction-task.paper.ts';
import { upgradeTask } from '../../firmware/tasks/upgrade-task.paper.ts';

const MOST = 5;
const tomorrow = (reading: Reading): string => `${addDays(reading.today(), 1)} ${reading.now().slice(11)}`;
const count = (n: number, [zh, en]: Label): Label => [`${n} ${zh}`, `${n} ${en}`];

interface Ending {
  readonly at: string;
  readonly n: number;
}

/** Return the minutes of the next 24 hours at which a column ends, with the number of rows. */
const endings = (reading: Reading, from: Fragment, column: string, visible: Fragment): Promise<Ending[]> =>
  reading.sql.query<Ending>(
    sql`select to_char(${raw(column)}, 'YYYY-MM-DD HH24:MI:00') as at, count(*)::int as n from ${from} t
       where ${visible} and ${raw(column)} > ${reading.now()}::timestamptz and ${raw(column)} <= ${tomorrow(reading)}::timestamptz group by 1 order by 1 limit ${raw(MOST)}`,
  );

const shelvedEnd: ContributedNext = {
  name: 'shelvedEnd',
  benches: ['iot', 'operator'],
  buttons: [buttonOf(alarm, 'view')],
  read: async (reading) => {
    const visible = await reading.visible(alarm, { query: { alarmStatus: 'suppressed' } }).sql();
    return (await endings(reading, raw('iot_alarm'), 't.shelved_until', visible)).map(({ at, n }) => ({
      at,
      label: ['搁置到期', 'Shelved alarms return'],
      fact: count(n, ['条', 'alarms']),
      to: `${menuOf(alarm).path}?alarmStatus=suppressed`,
    }));
  },
};

const suppressionEnd: ContributedNext = {
  name: 'suppressionEnd',
  benches: ['iot'],
  buttons: [buttonOf(alarmSuppression, 'view')],
  read: async (reading) => {
    const visible = await reading.visible(alarmSuppression, { query: { enabled: '1' } }).sql();
    return (await endings(reading, raw('iot_alarm_suppression'), 't.end_time', visible)).map(({ at, n }) => ({
      at,
      label: ['抑制规则到期', 'Suppressions end'],
      fact: count(n, ['条', 'suppressions']),
      to: menuOf(alarmSuppression).path,
    }));
  },
};

interface Planned {
  readonly id: string;
  readonly at: string;
  readonly name: string;
  readonly devices: number;
}

const commandsPlanned: ContributedNext = {
  name: 'commandsPlanned',
  benches: ['iot', 'operator'],
  buttons: [buttonOf(instructionTask, 'view')],
  read: async (reading) => {
    const visible = await reading.visible(instructionTask, { query: { taskStatus: 'scheduled' } }).sql();
    const planned = await reading.sql.query<Planned>(
      sql`select t.id::text as id, to_char(t.schedule_time, 'YYYY-MM-DD HH24:MI:SS') as at, t.task_name as name, coalesce(t.target_count, 0) as devices from iot_instruction_task t
         where ${visible} and t.schedule_time >= ${reading.now()}::timestamptz order by t.schedule_time limit ${raw(MOST)}`,
    );
    return planned.map(({ id, at, name, devices }) => ({
      at,
      label: bilingual(name),
      fact: count(devices, ['台', 'devices']),
      to: `/iot/instructionTask/${id}`,
    }));
  },
};

const upgradesPlanned: ContributedNext = {
  name: 'upgradesPlanned',
  benches: ['iot', 'operator'],
  buttons: [buttonOf(upgradeTask, 'view')],
  read: async (reading) => {
    const visible = await reading.visible(upgradeTask, { query: { taskStatus: 'scheduled' } }).sql();
    const planned = await reading.sql.query<Planned>(
      sql`select t.id::text as id, to_char(t.schedule_time, 'YYYY-MM-DD HH24:MI:SS') as at, t.task_name as name, coalesce(t.target_count, 0) as devices from iot_upgrade_task t
         where ${visible} and t.schedule_time >= ${reading.now()}::timestamptz order by t.schedule_time limit ${raw(MOST)}`,
    );
    return planned.map(({ id, at, name, devices }) => ({
      at,
      label: bilingual(name),
      fact: count(devices, ['台', 'devices']),
      to: `/iot/upgradeTask/${id}`,
    }));
  },
};

/** Coming events of devices, alarms and tasks. */
export const iotNexts: readonly ContributedNext[] = [shelvedEnd, suppressionEnd, commandsPlanned, upgradesPlanned];
