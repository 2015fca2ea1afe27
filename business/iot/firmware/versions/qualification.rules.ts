import type { Label } from '#kernel/language/label.ts';
import { type ModuleVersions, compareVersions, isNewer, versionsIn } from './version.rules.ts';

/** FirmwareConditions of a firmware on the device that gets it. */
export interface FirmwareConditions {
  readonly moduleCode: string;
  readonly firmwareVersion: string;
  readonly packageType?: string | null;
  readonly baseVersion?: string | null;
  readonly minVersion?: string | null;
  readonly compatVersions?: string | null;
  readonly requires?: readonly { readonly module: string; readonly version: string }[] | null;
}

/** FirmwareConditions of a task. `force`: an older version may replace a newer one. */
export interface TaskConditions {
  readonly sourceVersions?: string | null;
  readonly force?: boolean | null;
}

/** Return the version of the module of a firmware on a device; null: the device has not reported one. */
export const presentVersion = (modules: ModuleVersions, { moduleCode }: Pick<FirmwareConditions, 'moduleCode'>) =>
  modules[moduleCode] ?? null;

/** Would the firmware replace a newer version? */
export const isDowngrade = (
  modules: ModuleVersions,
  firmware: Pick<FirmwareConditions, 'moduleCode' | 'firmwareVersion'>,
): boolean => {
  const present = presentVersion(modules, firmware);
  return present !== null && isNewer(present, firmware.firmwareVersion);
};

const among = (version: string | null, list: readonly string[]): boolean =>
  version !== null && list.some((one) => compareVersions(one, version) === 0);

/** Return why a version does not allow this firmware; null: it does. */
function unfitVersion(
  present: string | null,
  firmware: FirmwareConditions,
  { sourceVersions }: TaskConditions,
): Label | null {
  const wanted = versionsIn(sourceVersions);
  if (wanted.length > 0 && !among(present, wanted)) return ['不在待升级版本内', 'Its version is not to be upgraded'];
  const { minVersion, compatVersions, packageType, baseVersion } = firmware;
  if (minVersion && (present === null || isNewer(minVersion, present)))
    return [`低于最低版本 ${minVersion}`, `Below the minimum version ${minVersion}`];
  const compatible = versionsIn(compatVersions);
  if (compatible.length > 0 && !among(present, compatible)) return ['版本不兼容', 'Its version is not compatible'];
  if (packageType === 'delta' && !among(present, [baseVersion ?? '']))
    return [`差分包只用于 ${baseVersion}`, `The delta package needs version ${baseVersion}`];
  return null;
}

/** Return why a device does not get the firmware now; null: it qualifies. */
export function disqualified(
  modules: ModuleVersions,
  firmware: FirmwareConditions,
  task: TaskConditions,
): Label | null {
  const present = presentVersion(modules, firmware);
  if (present !== null && compareVersions(present, firmware.firmwareVersion) === 0)
    return [`已是 ${firmware.firmwareVersion}`, `It has ${firmware.firmwareVersion} already`];
  if (isDowngrade(modules, firmware) && !task.force)
    return [`现有版本 ${present} 更新`, `Its version ${present} is newer`];
  const wrong = unfitVersion(present, firmware, task);
  if (wrong) return wrong;
  const missing = firmware.requires?.find(
    ({ module, version }) => modules[module] === undefined || isNewer(version, modules[module]),
  );
  return missing
    ? [`${missing.module} 须至少 ${missing.version}`, `Its module ${missing.module} needs at least ${missing.version}`]
    : null;
}
