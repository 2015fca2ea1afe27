import type { Row } from '#kernel/language/paper.ts';
import { type Context, type OwnCall, implement } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { firmware } from '../library/firmware.paper.ts';
import { refuse } from '../refusals.ts';
import { upgradeKey } from '../targets/busy-devices.server.ts';
import { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import { disqualified, isDowngrade } from '../versions/qualification.rules.ts';
import { type ModuleVersions, compareVersions } from '../versions/version.rules.ts';
import { appUpdate, forceUpgrade, forceUpgradeByGet } from './upgrade-now.calls.ts';

type Device = Row<typeof device>;
type Firmware = Row<typeof firmware>;

/** Return the versions of the modules of a device. */
const modulesOf = ({ moduleVersions, firmwareVersion }: Device): ModuleVersions =>
  (moduleVersions as ModuleVersions | null) ?? (firmwareVersion ? { mcu: firmwareVersion } : {});

/** Return the named firmware, or the newest released one of the module for which the device qualifies. */
async function chosen(
  context: Context,
  of: Device,
  { module, firmwareId }: { readonly module: 'mcu' | 'app'; readonly firmwareId: string | null },
): Promise<Firmware> {
  const modules = modulesOf(of);
  const released = await context.find(
    firmware,
    { modelId: of.modelId, firmwareStatus: 'released', ...(firmwareId ? { id: firmwareId } : { moduleCode: module }) },
    { limit: 1000 },
  );
  const newest = released.toSorted((one, other) => compareVersions(other.firmwareVersion, one.firmwareVersion));
  const [first] = newest;
  if (!first) throw firmwareId ? refuse.firmwareNotReleased() : refuse.firmwareNone({ module });
  const fits = newest.find((one) => disqualified(modules, one, { force: firmwareId !== null }) === null);
  if (fits) return fits;
  if (modules[first.moduleCode] === first.firmwareVersion) throw refuse.upgradeSame({ version: first.firmwareVersion });
  const why = disqualified(modules, first, { force: firmwareId !== null });
  throw refuse.upgradeUnfit({ why: why ?? ['', ''] });
}

/** Begin a task over one device. */
async function upgradeNow(
  context: Context,
  mainMac: string,
  {
    waitOnline,
    ...which
  }: { readonly module: 'mcu' | 'app'; readonly firmwareId: string | null; readonly waitOnline: boolean },
): Promise<{ taskId: string }> {
  const [seen] = await context
    .visible(device, { button: 'upgrade', query: { mac: mainMac.trim().toUpperCase() } })
    .rows({ first: 1 });
  const of = await context.get(device, seen?.id ?? '0');
  const target = await chosen(context, of, which);
  const [busy] = await context.sql.query('select 1 from iot_upgrade_execution where tenant_id = $1 and open_key = $2', [
    context.tenantId,
    upgradeKey(of.id, target.moduleCode),
  ]);
  if (busy) throw refuse.upgradeUnderWay();
  if (of.onlineStatus !== 'online' && !waitOnline) throw refuse.deviceOffline();
  const isForced = isDowngrade(modulesOf(of), target);
  if (isForced) context.need('iot_upgrade_task_downgrade', refuse.upgradeDowngrade());
  const task = await context.create(upgradeTask, {
    taskName: `${of.deviceName} → ${target.firmwareVersion}`.slice(0, 60),
    firmwareId: target.id,
    scopeType: 'device',
    deviceIds: [of.id],
    force: isForced,
    noOpenAlarm: false,
    waitOnline: true,
  });
  await context.act(upgradeTask, task.id, 'run');
  return { taskId: task.id };
}

/** Calls that upgrade one device at once. */
export const upgradeNowCalls: readonly OwnCall[] = [
  ...[forceUpgrade, forceUpgradeByGet].map((of) =>
    implement(of, {
      write: ({ mainMac, firmwareId, waitOnline }, context) =>
        upgradeNow(context, mainMac, { module: 'mcu', firmwareId, waitOnline: waitOnline === true }),
    }),
  ),
  implement(appUpdate, {
    write: ({ mainMac, versionId }, context) =>
      upgradeNow(context, mainMac, { module: 'app', firmwareId: versionId, waitOnline: true }),
  }),
];
