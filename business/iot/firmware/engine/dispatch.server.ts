import { type Label, storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { App, Context } from '#kernel/server';
import type { firmware } from '../library/firmware.paper.ts';
import { inMinutes } from '../tasks/begin-task.server.ts';
import { MODULES } from '../targets/matching-devices.server.ts';
import { upgradeRun } from '../tasks/upgrade-run.paper.ts';
import type { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import { disqualified } from '../versions/qualification.rules.ts';
import type { ModuleVersions } from '../versions/version.rules.ts';
import { type UpgradeNotice, noticesOf } from './notice.server.ts';
import { ratePerMinute } from './rollout.rules.ts';
import { unmetCondition } from './safe-when.rules.ts';
import type { UpgradePort } from './upgrade-port.server.ts';
import { dayAndTime, isInWindow } from './window.rules.ts';

type Run = Row<typeof upgradeRun>;
type RunChange = Partial<Run> & { readonly id: string };

/** Devices of a task that are notified in one turn at most. */
const MAX_TURN = 200;
/** Minutes until a condition of a device is checked again. */
const AGAIN_MIN = 1;

/** SQL: is a command to a device, or by it to a sub-device, under way? Its upgrade waits for the end. */
const COMMANDED = `exists (select 1 from iot_instruction_task_device c where c.tenant_id = $1 and c.is_deleted = 0
  and c.exec_status in ('sent', 'delivered', 'running') and (c.device_id = d.id or c.gateway_id = d.id))`;

interface Candidate {
  readonly id: string;
  readonly deviceId: string;
  readonly attempt: number;
  readonly isInUse: boolean;
  readonly modules: ModuleVersions;
  readonly live: Readonly<Record<string, unknown>> | null;
  readonly isAlarmed: boolean;
  /** A command to the device, or by it to a sub-device, is under way. */ readonly isCommanded: boolean;
}

export interface Dispatching {
  readonly app: App;
  readonly port: Pick<UpgradePort, 'reaches'>;
  readonly task: Row<typeof upgradeTask>;
  readonly of: Row<typeof firmware>;
  /** Devices that have reported their versions; in the mode `pull` only these are notified. */
  readonly asking: ReadonlySet<string>;
}

/** Return how many devices may be notified now, by the rate of the task. */
async function budgetOf(context: Context, task: Dispatching['task']): Promise<number> {
  const [{ notified: n, succeeded }] = await context.sql.query<Record<'notified' | 'succeeded', number>>(
    `select count(*) filter (where notified_time > $3::timestamptz)::int as notified, count(*) filter (where upgrade_status = 'success')::int as succeeded
     from iot_upgrade_execution where tenant_id = $1 and task_id = $2`,
    [context.tenantId, task.id, inMinutes(context, -1)],
  );
  return Math.min(MAX_TURN, ratePerMinute(task, succeeded) - n);
}

async function candidatesOf(
  context: Context,
  { task, asking }: Dispatching,
  budget: number,
): Promise<readonly Candidate[]> {
  const asks = task.pushMode === 'pull' ? [...asking] : null;
  return context.sql.query<Candidate>(
    `select r.id::text as id, r.device_id::text as "deviceId", coalesce(r.attempt, 0) as attempt,
       d.is_deleted = 0 and d.instance_status in ('inactive', 'active') and d.model_id = $4 as "isInUse", ${MODULES} as modules, l.data as live,
       exists (select 1 from iot_alarm a where a.tenant_id = $1 and a.device_id = d.id and a.is_deleted = 0 and a.alarm_status in ('active', 'confirmed')) as "isAlarmed",
       ${COMMANDED} as "isCommanded"
     from iot_upgrade_execution r join iot_device d on d.tenant_id = r.tenant_id and d.id = r.device_id
     left join iot_device_latest l on l.tenant_id = r.tenant_id and l.device_id = r.device_id
     where r.tenant_id = $1 and r.task_id = $2 and r.wave <= $3 and r.upgrade_status in ('pending', 'queued')
       and (r.due_time is null or r.due_time <= $5::timestamptz) and (r.upgrade_status = 'pending' or d.online_status = 'online')
       and ($7::bigint[] is null or r.device_id = any($7::bigint[]))
     order by r.wave, r.id limit $6`,
    [context.tenantId, task.id, task.wave ?? 1, task.modelId, context.now(), budget, asks],
  );
}

const skipped = (context: Context, id: string, why: Label): RunChange => ({
  id,
  upgradeStatus: 'skipped',
  failReason: storedText(why, 90),
  endTime: context.now(),
  dueTime: null,
  openKey: null,
});

/** Return the change of an upgrade whose device cannot be notified now; null: it can. */
function heldBack(context: Context, one: Candidate, { port, task, of }: Dispatching): RunChange | null {
  const { id, deviceId, isInUse, modules, live, isAlarmed, isCommanded } = one;
  if (!isInUse) return skipped(context, id, ['设备已停用或换了型号', 'The device is out of use, or of another model']);
  const why = disqualified(modules, of, task);
  if (why) return skipped(context, id, why);
  if (!port.reaches(deviceId))
    return task.waitOnline === false
      ? skipped(context, id, ['设备不在线', 'The device is offline'])
      : { id, upgradeStatus: 'queued', dueTime: null };
  if (isCommanded) return { id, dueTime: inMinutes(context, AGAIN_MIN), failReason: storedText(COMMAND_FIRST, 90) };
  const waits = isAlarmed && task.noOpenAlarm ? ALARMED : unmetCondition(task.safeWhen, live ?? {});
  return waits ? { id, dueTime: inMinutes(context, AGAIN_MIN), failReason: storedText(waits, 90) } : null;
}

const COMMAND_FIRST: Label = ['等待指令执行完', 'Waits for the end of a command'];
const ALARMED: Label = ['等待条件：没有未恢复的告警', 'Waits until the device has no open alarm'];

const notified = (
  context: Context,
  { id, attempt, modules }: Candidate,
  { task, of }: Pick<Dispatching, 'task' | 'of'>,
): RunChange => ({
  id,
  ...(modules[of.moduleCode] && { fromVersion: modules[of.moduleCode] }),
  upgradeStatus: 'notified',
  attempt: attempt + 1,
  percent: 0,
  failReason: null,
  notifiedTime: context.now(),
  startTime: context.now(),
  lastTime: context.now(),
  dueTime: inMinutes(context, task.timeoutMin ?? 60),
});

/**
 * Choose the devices that are notified now, and mark their upgrades. The notices are sent after the commit; a device
 * that misses one gets it again when it connects.
 */
export async function dispatch(context: Context, of: Dispatching): Promise<readonly UpgradeNotice[]> {
  const { day, time } = dayAndTime(context.now());
  if (!isInWindow(of.task.windows, day, time)) return [];
  const budget = await budgetOf(context, of.task);
  if (budget <= 0) return [];
  const found = await candidatesOf(context, of, budget);
  if (found.length === 0) return [];
  const locked = await context.lockRows(
    upgradeRun,
    found.map(({ id }) => id),
  );
  const open = new Set(
    locked.filter(({ upgradeStatus }) => upgradeStatus === 'pending' || upgradeStatus === 'queued').map(({ id }) => id),
  );
  const noticeOf = await noticesOf(of.app, context, of);
  const notices: UpgradeNotice[] = [];
  const changes = found
    .filter(({ id }) => open.has(id))
    .map((one) => {
      const held = heldBack(context, one, of);
      if (held) return held;
      const change = notified(context, one, of);
      notices.push(noticeOf(one, String(change.dueTime)));
      return change;
    });
  await context.touch(upgradeRun, changes);
  return notices;
}
