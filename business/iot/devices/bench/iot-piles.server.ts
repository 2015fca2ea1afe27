import { type Label, bilingual, labelIn } from '#kernel/language/label.ts';
import { menuOf } from '#kernel/language/paper.ts';
import { type Reading, sql } from '#kernel/server';
import { heldActions, linkVerb } from '#business/masterdata/piles/bench.server.ts';
import { type WaitingPile, listedPile, ownPile } from '#business/masterdata/piles/piles.server.ts';
import { alarm } from '../../alarms/alarm/alarm.paper.ts';
import { alarmSuppression } from '../../alarms/suppression/alarm-suppression.paper.ts';
import { instructionTask } from '../../commands/task/instruction-task.paper.ts';
import { firmware } from '../../firmware/library/firmware.paper.ts';
import { upgradeTask } from '../../firmware/tasks/upgrade-task.paper.ts';
import { thingModel } from '../../models/thing-model.paper.ts';
import { rejectReason } from '../../records/dictionaries.ts';
import { ingestReject } from '../../records/ingest-reject.paper.ts';

const moment = "'YYYY-MM-DD HH24:MI:SS'";

/** Return a text that the product wrote, in the language of the reader. */
const inWords = (reading: Reading, text: string | null): string => labelIn(bilingual(text ?? ''), reading.language);
const inLanguage = (reading: Reading, label: Label): string => labelIn(label, reading.language);

/** Return the address of a list with filters. */
const listAt = (path: string, filters: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(filters).toString()}`;

/** Rejected messages of today: one row a reason, the most frequent first. */
const rejects = ownPile(
  {
    name: 'rejectsToday',
    sort: 320,
    label: ['拒收', 'Rejected messages'],
    kind: ['拒收', 'Rejected'],
    paper: ingestReject,
    by: 'view',
    all: (reading) => listAt(menuOf(ingestReject).path, { rejectTime_datege: `${reading.today()} 00:00:00` }),
    when: 'came',
    places: { iot: { section: 'cut', rank: 3, most: 3 } },
  },
  async (reading, most) => {
    const since = `${reading.today()} 00:00:00`;
    const visible = await reading.visible(ingestReject, { query: { rejectTime_datege: since } }).sql();
    const groups = await reading.sql.query<{
      reason: string;
      n: number;
      devices: number;
      detail: string | null;
      at: string;
    }>(
      sql`select t.reason, count(*)::int as n, count(distinct t.device_id)::int as devices, (array_agg(concat_ws(' ', t.identifier, t.detail) order by t.reject_time desc))[1] as detail,
         to_char(max(t.reject_time), ${moment}) as at from iot_ingest_reject t where ${visible} and t.reason is not null group by 1 order by 2 desc`,
    );
    return {
      count: groups.reduce((sum, { n }) => sum + n, 0),
      rows: groups.slice(0, most).map(({ reason, n, devices, detail, at }) => {
        const { [reason]: words = [reason, reason] } = rejectReason.items as Readonly<
          Record<string, readonly [string, string]>
        >;
        const to = listAt(menuOf(ingestReject).path, { rejectTime_datege: since, reason });
        return {
          id: reason,
          tone: 'amber',
          who: inLanguage(reading, [words[0], words[1]]),
          fact: inLanguage(reading, [`${devices} 台设备`, `${devices} devices`]),
          due: at,
          note: [`今天 ${n} 条`, `${n} today`],
          evidence: detail ? [inWords(reading, detail)] : [],
          to,
          verbs: [linkVerb(['看报文', 'See messages'], to, 'D')],
        };
      }),
    };
  },
);

interface Task {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly why: string | null;
  readonly failed: number;
  readonly targets: number;
  readonly due: string | null;
}

/** Upgrade tasks that stopped at a gate, and running ones with failures. */
const upgrades = ownPile(
  {
    name: 'upgradesStopped',
    sort: 330,
    label: ['升级停着或有失败', 'Upgrades that stopped or failed'],
    kind: ['升级', 'Upgrade'],
    paper: upgradeTask,
    by: 'view',
    all: listAt(menuOf(upgradeTask).path, { taskStatus_in: 'paused,running' }),
    when: 'due',
    places: { iot: { section: 'due', rank: 1, most: 5 } },
  },
  async (reading, most) => {
    const visible = await reading.visible(upgradeTask, { query: { taskStatus_in: 'paused,running' } }).sql();
    const tasks = await reading.sql.query<Task>(
      sql`select t.id::text as id, t.task_name as name, t.task_status as status, t.pause_reason as why, coalesce(t.failed_count, 0) as failed, coalesce(t.target_count, 0) as targets,
         to_char(t.expire_time, ${moment}) as due from iot_upgrade_task t where ${visible} and (t.task_status = 'paused' or t.failed_count > 0) order by t.expire_time nulls last, t.id`,
    );
    return {
      count: tasks.length,
      rows: tasks.slice(0, most).map(({ id, name, status, why, failed, targets, due }) => {
        const to = `/iot/upgradeTask/${id}`;
        const share = targets > 0 ? Math.round((failed * 1000) / targets) / 10 : 0;
        const counts: Label = [
          `失败 ${failed} / ${targets} 台，${share}%`,
          `${failed} of ${targets} devices failed, ${share}%`,
        ];
        return {
          id,
          tone: 'amber',
          who: inWords(reading, name),
          fact:
            status === 'paused'
              ? inWords(reading, why) || inLanguage(reading, ['已暂停', 'paused'])
              : inLanguage(reading, counts),
          due: due ?? '',
          evidence: [inLanguage(reading, counts)],
          to,
          verbs: [
            ...(status === 'paused'
              ? heldActions(reading, upgradeTask, [
                  ['resume', { key: 'A', undo: 'pause' }],
                  ['nextBatch', { key: 'B' }],
                ])
              : heldActions(reading, upgradeTask, [['pause', { key: 'A', undo: 'resume' }]])),
            linkVerb(['看失败', 'See failures'], to, 'D'),
          ],
        };
      }),
    };
  },
);

/** Instruction tasks of today with devices that failed. */
const commands = ownPile(
  {
    name: 'commandsFailed',
    sort: 340,
    label: ['指令有失败', 'Commands that failed'],
    kind: ['指令', 'Commands'],
    paper: instructionTask,
    by: 'view',
    all: listAt(menuOf(instructionTask).path, { taskStatus_in: 'running,completed' }),
    when: 'due',
    places: { iot: { section: 'due', rank: 3, most: 5 } },
  },
  async (reading, most) => {
    const visible = await reading.visible(instructionTask, { query: { taskStatus_in: 'running,completed' } }).sql();
    const tasks = await reading.sql.query<Task>(
      sql`select t.id::text as id, t.task_name as name, t.task_status as status, null as why, t.failed_count as failed, coalesce(t.target_count, 0) as targets,
         to_char(t.expire_time, ${moment}) as due from iot_instruction_task t
         where ${visible} and t.failed_count > 0 and (t.task_status = 'running' or t.end_time >= ${`${reading.today()} 00:00:00`}::timestamptz) order by t.expire_time nulls last, t.id`,
    );
    return {
      count: tasks.length,
      rows: tasks.slice(0, most).map(({ id, name, failed, targets, due }) => {
        const to = `/iot/instructionTask/${id}`;
        return {
          id,
          tone: 'amber',
          who: inWords(reading, name),
          fact: inLanguage(reading, [`${failed} / ${targets} 台没成`, `${failed} of ${targets} devices failed`]),
          due: due ?? '',
          evidence: [inLanguage(reading, ['重试只发给没成的设备', 'Only the failed devices get it again'])],
          to,
          verbs: [
            ...heldActions(reading, instructionTask, [
              ['retryFailed', { label: [`重试 ${failed} 台`, `Retry ${failed}`], many: failed, key: 'R' }],
            ]),
            linkVerb(['看设备', 'See devices'], to, 'D'),
          ],
        };
      }),
    };
  },
);

/** Shelved alarms that come back today, as one row. */
const shelved = ownPile(
  {
    name: 'shelvedToday',
    sort: 350,
    label: ['搁置今天到期', 'Shelved until today'],
    kind: ['搁置', 'Shelved'],
    paper: alarm,
    by: 'view',
    all: '',
    when: 'due',
    places: { iot: { section: 'due', rank: 2, most: 1 } },
  },
  async (reading) => {
    const filters = { alarmStatus: 'suppressed', shelvedUntil_datele: `${reading.today()} 23:59:59` };
    const visible = await reading.visible(alarm, { query: filters }).sql();
    const [found] = await reading.sql.query<{ n: number; due: string | null; title: string | null }>(
      sql`select count(*)::int as n, to_char(min(t.shelved_until), ${moment}) as due, (array_agg(t.title order by t.shelved_until))[1] as title from iot_alarm t where ${visible}`,
    );
    if (found.n === 0) return { count: 0, rows: [] };
    const to = listAt(menuOf(alarm).path, filters);
    const row = {
      id: 'shelved',
      who: inLanguage(reading, [`${found.n} 条告警`, `${found.n} alarms`]),
      fact: inLanguage(reading, [
        `最早的是${inWords(reading, found.title)}`,
        `the earliest: ${inWords(reading, found.title)}`,
      ]),
      due: found.due ?? '',
      to,
      verbs: [linkVerb(['看这些', 'See them'], to, 'D')],
    };
    return { count: found.n, rows: [row] };
  },
);

/** Tasks of high risk that wait for the approval of another person. */
const reviews = listedPile({
  name: 'tasksToReview',
  sort: 360,
  label: ['指令待复核', 'Tasks to be approved'],
  paper: instructionTask,
  by: 'approve',
  buttons: ['iot_instruction_task_view'],
  query: { taskStatus: 'review', ascs: 'id' },
  all: listAt(menuOf(instructionTask).path, { taskStatus: 'review' }),
  row: '/iot/instructionTask/',
  when: 'came',
  who: 'taskName',
  words: 'configId',
  moment: 'createTime',
  placed: {
    kind: ['复核', 'Approval'],
    places: { iot: { section: 'decide', rank: 1, most: 5 } },
    isAlone: true,
    facts: (rows, reading) =>
      rows.map(({ id, targetCount, _can }) => ({
        id,
        evidence: [
          inLanguage(reading, [`发给 ${String(targetCount ?? 0)} 台设备`, `to ${String(targetCount ?? 0)} devices`]),
        ],
        verbs: [
          ...(_can?.includes('approve') ? heldActions(reading, instructionTask, [['approve', { key: 'A' }]]) : []),
          linkVerb(['看内容', 'See the content'], `/iot/instructionTask/${id}`, 'D'),
        ],
      })),
  },
});

/** Verified firmware that waits for its release. */
const releases = listedPile({
  name: 'firmwareToRelease',
  sort: 370,
  label: ['固件待发布', 'Firmware to be released'],
  paper: firmware,
  by: 'release',
  buttons: ['iot_firmware_view'],
  query: { firmwareStatus: 'verified', ascs: 'id' },
  all: listAt(menuOf(firmware).path, { firmwareStatus: 'verified' }),
  when: 'came',
  who: 'firmwareName',
  words: 'firmwareVersion',
  moment: 'createTime',
  placed: {
    kind: ['固件', 'Firmware'],
    places: { iot: { section: 'decide', rank: 1, most: 5 } },
    isAlone: true,
    facts: (rows, reading) =>
      rows.map(({ id, _names, _can }) => ({
        id,
        evidence: [_names?.modelId ?? ''],
        verbs: [
          ...(_can?.includes('release') ? heldActions(reading, firmware, [['release', { key: 'A' }]]) : []),
          linkVerb(['打开', 'Open'], `${menuOf(firmware).path}?id=${id}`, 'D'),
        ],
      })),
  },
});

/** Thing models that were never published. */
const models = listedPile({
  name: 'modelsToPublish',
  sort: 380,
  label: ['物模型待发布', 'Models to publish'],
  paper: thingModel,
  by: 'publish',
  query: { modelStatus: 'draft', ascs: 'id' },
  all: listAt(menuOf(thingModel).path, { modelStatus: 'draft' }),
  row: '/matter/modelDetail/',
  when: 'came',
  who: 'modelName',
  words: 'modelCode',
  moment: 'createTime',
  placed: {
    kind: ['物模型', 'Thing model'],
    places: { iot: { section: 'decide', rank: 1, most: 3 } },
    isAlone: true,
    facts: (rows) =>
      rows.map(({ id }) => ({ id, verbs: [linkVerb(['接着改', 'Go on'], `/matter/modelDetail/${id}`, 'D')] })),
  },
});

/** Suppressions in force; they wait beside the list. */
const suppressions = listedPile({
  name: 'suppressions',
  sort: 390,
  label: ['抑制规则', 'Suppressions'],
  paper: alarmSuppression,
  by: 'edit',
  query: (reading) => ({ enabled: '1', endTime_datege: reading.now(), ascs: 'endTime' }),
  all: (reading) => listAt(menuOf(alarmSuppression).path, { enabled: '1', endTime_datege: reading.now() }),
  when: 'due',
  who: 'name',
  words: 'reason',
  moment: 'endTime',
  placed: { kind: ['抑制', 'Suppression'], places: { iot: { section: 'decide', rank: 9, most: 0 } }, isAlone: true },
});

/** Piles of an engineer of devices. */
export const iotPiles: readonly WaitingPile[] = [
  rejects,
  upgrades,
  commands,
  shelved,
  reviews,
  releases,
  models,
  suppressions,
];
