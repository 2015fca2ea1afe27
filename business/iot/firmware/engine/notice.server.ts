import type { Row } from '#kernel/language/paper.ts';
import { type App, type Context, instantIn } from '#kernel/server';
import { thingModel } from '../../models/thing-model.paper.ts';
import { downloadLink } from '../download/link.server.ts';
import type { firmware } from '../library/firmware.paper.ts';
import { firmwareText } from '../library/signature.server.ts';
import type { upgradeRun } from '../tasks/upgrade-run.paper.ts';
import type { upgradeTask } from '../tasks/upgrade-task.paper.ts';

/** Size of a part of a file that a device asks for by MQTT, unless it wants another one. */
const CHUNK = 4096;

/** A message that tells a device of its upgrade. */
export interface UpgradeNotice {
  readonly runId: string;
  readonly deviceId: string;
  readonly tenantId: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

interface About {
  readonly task: Row<typeof upgradeTask>;
  readonly of: Row<typeof firmware>;
}

/** Return a function that makes the notices of a task. */
export async function noticesOf(
  app: App,
  context: Context,
  { task, of }: About,
): Promise<(run: Pick<Row<typeof upgradeRun>, 'id' | 'deviceId'>, dueTime: string) => UpgradeNotice> {
  const { modelCode } = await context.get(thingModel, of.modelId);
  const { moduleCode: module, firmwareVersion: version, sha256, fileSize } = of;
  const size = fileSize ?? 0;
  const signed = firmwareText({ modelCode, module, version, size, sha256: sha256 ?? '' });
  return ({ id, deviceId }, dueTime) => ({
    runId: id,
    deviceId: String(deviceId),
    tenantId: context.tenantId,
    payload: {
      id,
      module,
      version,
      size,
      sha256,
      ...(of.md5 && { md5: of.md5 }),
      signed,
      sign: of.signature,
      url: downloadLink(app, context.tenantId, id),
      etag: sha256,
      chunk: { size: CHUNK },
      force: task.force === true || of.forceUpgrade === true,
      ...(task.pushMode === 'app_confirm' && { confirm: true }),
      ...(task.windows?.length && { window: task.windows }),
      expire: instantIn(dueTime, context.zone),
    },
  });
}
