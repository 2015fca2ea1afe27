import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { firmware } from '../library/firmware.paper.ts';
import { disqualified, presentVersion } from '../versions/qualification.rules.ts';
import { compareVersions } from '../versions/version.rules.ts';
import { type UpgradeTarget, matchingDevices } from './matching-devices.server.ts';
import type { lookUpgrade } from '../tasks/upgrade-task.calls.ts';
import type { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import { BUSY, busyDevices } from './busy-devices.server.ts';

type Look = CallAnswer<typeof lookUpgrade>;

const SAMPLES = 10;
/** The most reasons and versions that are listed. */
const MAX_LISTED = 20;

/** Count devices by reason, the most frequent first. */
function countedReasons(reasons: readonly Label[]): Look['leftOut'] {
  const counts = new Map<string, { reason: Label; count: number }>();
  for (const reason of reasons) counts.set(reason[1], { reason, count: (counts.get(reason[1])?.count ?? 0) + 1 });
  return [...counts.values()].toSorted((one, other) => other.count - one.count).slice(0, MAX_LISTED);
}

/** Count devices by their present version, the newest first. */
function countedVersions(targets: readonly UpgradeTarget[], of: Row<typeof firmware>): Look['versions'] {
  const counts = new Map<string | null, number>();
  for (const { modules } of targets) {
    const version = presentVersion(modules, of);
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return [...counts]
    .map(([version, count]) => ({ version, count }))
    .toSorted((one, other) => compareVersions(other.version ?? '0', one.version ?? '0'))
    .slice(0, MAX_LISTED);
}

/** Return what a task would do, before it exists. Devices out of the caller's sight are counted, but not named. */
export async function lookAtUpgrade(asked: CallInputOf<typeof lookUpgrade>, reading: Reading): Promise<Look> {
  await reading.visible(firmware).all([asked.firmwareId]);
  const of = await reading.get(firmware, asked.firmwareId);
  if (asked.deviceIds?.length) await reading.visible(device).all(asked.deviceIds);
  const task = { ...asked, id: '0', modelId: of.modelId, scopeType: asked.scopeType ?? 'all' } as Partial<
    Row<typeof upgradeTask>
  > as Row<typeof upgradeTask>;
  const targets = await matchingDevices(reading, task);
  const busy = await busyDevices(reading, of.moduleCode, targets);
  const judged = targets.map((one) => ({
    one,
    why: busy.has(one.id) ? BUSY : disqualified(one.modules, of, { ...asked, force: asked.force }),
  }));
  const fit = judged.filter(({ why }) => why === null).map(({ one }) => one);
  const [{ online, alarmed }] = await reading.sql.query<{ online: number; alarmed: number }>(
    `select count(*) filter (where d.online_status = 'online')::int as online,
       count(*) filter (where exists (select 1 from iot_alarm a where a.tenant_id = $1 and a.device_id = d.id and a.is_deleted = 0 and a.alarm_status in ('active', 'confirmed')))::int as alarmed
     from iot_device d where d.tenant_id = $1 and d.id = any($2::bigint[])`,
    [reading.tenantId, fit.map(({ id }) => id)],
  );
  const samples = await reading
    .visible(device, {
      query: {
        id_in:
          fit
            .slice(0, SAMPLES)
            .map(({ id }) => id)
            .join(',') || '0',
      },
    })
    .words({ first: SAMPLES });
  return {
    count: fit.length,
    online,
    alarmed,
    leftOut: countedReasons(judged.flatMap(({ why }) => (why ? [why] : []))),
    versions: countedVersions(fit, of),
    samples: samples.map(({ id, deviceName, deviceKey, onlineStatus, _names }) => ({
      id,
      deviceName: String(deviceName),
      deviceKey: String(deviceKey),
      home: _names?.householdId ?? '',
      online: String(onlineStatus ?? 'unknown'),
    })),
  };
}
