import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { Row } from '#kernel/language/paper.ts';
import { holdsOwn } from '#kernel/language/permission.ts';
import { type Context, http } from '#kernel/server';
import { device } from '../devices/device.paper.ts';
import { refuse } from '../refusals.ts';
import { workInHomes } from './work-in-homes.service.ts';

const CONTROL = 'iot_device_control';
const CONTROL_AT_WORK = 'iot_device_controlAtWork';
const OVERRIDE = 'iot_device_controlOverride';

interface Wanted {
  readonly riskLevel: 'low' | 'high';
  /** The caller wants to pass the lock-out of a home where a technician works. */ readonly isOverride: boolean;
}

/** Tell technicians that a command was sent to a home while they work there. */
const tellWorkers = (context: Context, row: Row<typeof device>, to: readonly string[]): Promise<void> =>
  context.call(sendNotice, {
    to,
    kind: 'system',
    title: ['作业中的家庭收到了指令', 'A command to the home where you work'],
    content: [`${row.deviceName}：${context.why()}`, `${row.deviceName}: ${context.why()}`],
    about: { paper: 'device', id: row.id, caption: row.deviceName },
    again: `override ${context.now()}`,
  });

/**
 * Refuse a command to one device that the caller may not send now. Return whether the command passes the lock-out: the
 * caller works there, or may send despite the work.
 */
export async function assertMaySend(
  context: Context,
  row: Row<typeof device>,
  { riskLevel, isOverride }: Wanted,
): Promise<boolean> {
  const { householdId } = row;
  const workers = householdId
    ? ((await context.ask(workInHomes, { householdIds: [householdId] }))[householdId] ?? [])
    : [];
  const isWorking = workers.includes(context.person.id);
  if (context.may(CONTROL_AT_WORK) && !context.may(CONTROL)) {
    if (!isWorking) throw refuse.notAtWork();
  } else context.need(CONTROL, http.forbidden());
  if (riskLevel === 'high') throw refuse.highRisk();
  if (workers.length === 0 || isWorking) return isWorking;
  if (!isOverride) throw refuse.workUnderWay();
  // Not on behalf of others: only the lead decides about a home where somebody works.
  if (!holdsOwn(context.person, OVERRIDE)) throw refuse.workUnderWay();
  context.why();
  await tellWorkers(context, row, workers);
  return true;
}

/** Refuse a device that takes no commands now: retired, disabled, or away. */
export function assertDeviceReachable({ instanceStatus, onlineStatus }: Row<typeof device>): void {
  if (instanceStatus === 'retired') throw refuse.deviceRetired();
  if (instanceStatus === 'disabled') throw refuse.deviceDisabled();
  if (onlineStatus !== 'online') throw refuse.deviceOffline();
}
