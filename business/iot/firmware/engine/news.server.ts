import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { ingestReject } from '../../records/ingest-reject.paper.ts';
import { upgradeKey } from '../targets/busy-devices.server.ts';
import { inMinutes } from '../tasks/begin-task.server.ts';
import { upgradeRun } from '../tasks/upgrade-run.paper.ts';
import type { UpgradeNews } from './news.rules.ts';
import { WRONG_VERSION, afterProgress, afterVersion, isVersionBefore } from './run-states.rules.ts';
import { type RetryRule, failedChange, retryRules } from './time-outs.server.ts';

type Run = Row<typeof upgradeRun>;

/** A message of a device about its upgrades. `deviceId`: the device itself, or the gateway that sent it. */
export interface DeviceNews {
  readonly deviceId: string;
  readonly news: UpgradeNews;
}

/** Return the ids of the upgrades that the messages are about: named ones, and open ones of the reported modules. */
async function runsOf(context: Context, all: readonly DeviceNews[]): Promise<Run[]> {
  const ids = all.flatMap(({ news }) => (news.kind === 'progress' ? [news.runId] : []));
  const keys = all.flatMap(({ deviceId, news }) =>
    news.kind === 'versions' ? Object.keys(news.modules).map((module) => upgradeKey(deviceId, module)) : [],
  );
  const rows = await context.sql.query<{ id: string }>(
    `select id::text as id from iot_upgrade_execution where tenant_id = $1 and id = any($2::bigint[])
     union select id::text from iot_upgrade_execution where tenant_id = $1 and open_key = any($3::text[])`,
    [context.tenantId, ids, keys],
  );
  return context.lockRows(upgradeRun, rows.map(({ id }) => id).toSorted());
}

/** Return the gateways of devices. A sub-device may report through its gateway only. */
async function gatewaysOf(context: Context, runs: readonly Run[]): Promise<ReadonlyMap<string, string>> {
  const rows = await context.sql.query<{ id: string; parentId: string }>(
    'select id::text as id, parent_id::text as "parentId" from iot_device where tenant_id = $1 and id = any($2::bigint[]) and parent_id is not null',
    [context.tenantId, runs.map(({ deviceId }) => deviceId)],
  );
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}

const progressChange = (
  context: Context,
  run: Run,
  news: UpgradeNews & { readonly kind: 'progress' },
  rule: RetryRule & { readonly timeoutMin: number },
): Partial<Run> | null => {
  const after = afterProgress({ state: String(run.upgradeStatus), percent: run.percent ?? null }, news);
  if (!after) return null;
  if (after.kind === 'failed') return failedChange(context, run, { step: after.step, state: 'failed', rule });
  return {
    upgradeStatus: after.state,
    percent: after.percent,
    lastTime: context.now(),
    dueTime: inMinutes(context, rule.timeoutMin),
  };
};

function versionChange(context: Context, run: Run, reported: string, rule: RetryRule): Partial<Run> | null {
  const { upgradeStatus, fromVersion, toVersion } = run;
  const after = afterVersion(
    { state: String(upgradeStatus), fromVersion: fromVersion ?? null, toVersion: String(toVersion) },
    reported,
  );
  // A device may be notified before its first versions are stored; the way back needs them.
  if (after === null) return !fromVersion && isVersionBefore(String(upgradeStatus)) ? { fromVersion: reported } : null;
  if (after === 'wrong') return failedChange(context, run, { step: WRONG_VERSION, state: 'failed', rule });
  return {
    upgradeStatus: 'success',
    percent: 100,
    step: null,
    failReason: null,
    lastTime: context.now(),
    endTime: context.now(),
    dueTime: null,
    openKey: null,
  };
}

async function timeoutsOf(context: Context, runs: readonly Run[]): Promise<ReadonlyMap<string, number>> {
  const rows = await context.sql.query<{ id: string; min: number | null }>(
    'select id::text as id, timeout_min as min from iot_upgrade_task where tenant_id = $1 and id = any($2::bigint[])',
    [context.tenantId, [...new Set(runs.map(({ taskId }) => taskId))]],
  );
  return new Map(rows.map(({ id, min }) => [id, min ?? 60]));
}

/**
 * Apply messages of devices about their upgrades, in their order and within the transaction of the batch. A message
 * about an upgrade of another device, or an unknown one, is recorded as refused.
 */
export async function applyNews(context: Context, all: readonly DeviceNews[]): Promise<void> {
  const runs = await runsOf(context, all);
  const byId = new Map(runs.map((run) => [run.id, run]));
  const byKey = new Map(runs.flatMap((run) => (run.openKey ? [[run.openKey, run] as const] : [])));
  const gateways = await gatewaysOf(context, runs);
  const ruleOf = await retryRules(context, runs);
  const minutes = await timeoutsOf(context, runs);
  const changes = new Map<string, Partial<Run>>();
  const change = (run: Run, values: Partial<Run> | null): void => {
    if (!values) return;
    changes.set(run.id, { ...changes.get(run.id), ...values });
    Object.assign(run, values);
  };
  const refused: { deviceId: string; runId: string }[] = [];
  const versions = (deviceId: string, modules: Readonly<Record<string, string>>): void => {
    for (const [module, version] of Object.entries(modules)) {
      const run = byKey.get(upgradeKey(deviceId, module));
      if (run) change(run, versionChange(context, run, version, ruleOf(run)));
    }
  };
  const progress = (deviceId: string, news: UpgradeNews & { readonly kind: 'progress' }): void => {
    const run = byId.get(news.runId);
    const isOwn = run && (run.deviceId === deviceId || gateways.get(String(run.deviceId)) === deviceId);
    const timeoutMin = minutes.get(String(run?.taskId)) ?? 60;
    if (isOwn) change(run, progressChange(context, run, news, { ...ruleOf(run), timeoutMin }));
    else refused.push({ deviceId, runId: news.runId });
  };
  for (const { deviceId, news } of all)
    if (news.kind === 'versions') versions(deviceId, news.modules);
    else progress(deviceId, news);
  await context.touch(
    upgradeRun,
    [...changes].map(([id, values]) => ({ ...values, id })),
  );
  await context.append(
    ingestReject,
    refused.map(({ deviceId, runId }) => ({
      rejectTime: context.now(),
      deviceId,
      reason: 'unknown' as const,
      topic: 'up/ota/progress',
      identifier: runId,
    })),
  );
}
