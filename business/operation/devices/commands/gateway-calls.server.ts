import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type AfterCommit, type Context, type OwnCall, behaviour, implement, instantIn } from '#kernel/server';
import { riskyAttributes } from '#business/iot/commands/content/risky-attributes.server.ts';
import { contentProblem, riskOfContent } from '#business/iot/commands/content/command-content.rules.ts';
import { stateOf, waitForResult } from '#business/iot/commands/control/wait-for-result.server.ts';
import { runOnGateways } from '#business/iot/commands/task/service-task.server.ts';
import { assertDeviceReachable, assertMaySend } from '#business/iot/commands/may-send.server.ts';
import { type NewCommand, newCommands } from '#business/iot/commands/new-commands.server.ts';
import { commandFacts } from '#business/iot/commands/command-facts.relation.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { refuse as refuseIot } from '#business/iot/refusals.ts';
import { refuse } from '../../refusals.ts';
import { deviceOfMac } from './settings-calls.server.ts';
import { filterRecord } from './filter-record.paper.ts';
import { collectLog, compareLocalDevices, resetFilter, syncGateways } from './gateway.calls.ts';

/** Most gateways of one home. */
const MAX_GATEWAYS = 100;
const SYNC_ALL = ['同步全部网关的设备', 'Synchronise all gateways'] as const;
const WAIT_MS = 8000;
const LOOK_MS = 200;

/** Create a command that calls a service of a device, after the checks of caller, device and parameters. */
async function callService(
  context: Context,
  row: Row<typeof device>,
  content: { readonly service: string; readonly params: Readonly<Record<string, unknown>> },
  { isOurs = false, ...more }: { readonly isOurs?: boolean } & Partial<NewCommand> = {},
) {
  const attributes = await riskyAttributes(context, row.modelId, row.modelVersion);
  // The parameters of these services are those of the product, whatever the model lists.
  const problem = contentProblem(attributes, isOurs ? { service: content.service } : content);
  if (problem) throw refuseIot.contentMalformed({ zh: problem[0], en: problem[1] });
  const riskLevel = riskOfContent(attributes, content);
  const isOverride = await assertMaySend(context, row, { riskLevel, isOverride: false });
  assertDeviceReachable(row);
  const [command] = await newCommands(context, [row], {
    content,
    attributes,
    riskLevel,
    source: 'control',
    isOverride,
    reason: context.givenReason,
    ...more,
  });
  return command;
}

const reset = async ({ mac, filterCode }: CallInputOf<typeof resetFilter>, context: Context) =>
  stateOf(
    await callService(context, await deviceOfMac(context, mac), { service: 'resetFilter', params: { filterCode } }),
  );

/** Return a gateway, or those of a home that are online, within the caller's sight. */
async function gatewaysOf(context: Context, { mainMac, householdId }: CallInputOf<typeof syncGateways>) {
  if (mainMac) return [await deviceOfMac(context, mainMac)];
  if (!householdId) throw refuse.macUnknown();
  const seen = await context
    .visible(device, {
      match: {
        nodeType: 'gateway',
        onlineStatus: 'online',
        instanceStatus: 'active',
        householdId,
      },
    })
    .rows({ limit: MAX_GATEWAYS });
  return context.find(device, { id: seen.map(({ id }) => id) }, { limit: MAX_GATEWAYS });
}

async function sync(
  asked: CallInputOf<typeof syncGateways>,
  context: Context,
): Promise<CallAnswer<typeof syncGateways>> {
  if (asked.all === true && !asked.mainMac && !asked.householdId) {
    const task = await runOnGateways(context, { taskName: storedText(SYNC_ALL), service: 'syncDevices' });
    return { ...task, instructionIds: [] };
  }
  const ids: string[] = [];
  for (const row of await gatewaysOf(context, asked))
    ids.push((await callService(context, row, { service: 'syncDevices', params: {} })).id);
  return { count: ids.length, instructionIds: ids, taskId: null };
}

type Compared = CallAnswer<typeof compareLocalDevices>;

async function compare({ mainMac }: CallInputOf<typeof compareLocalDevices>, context: Context): Promise<Compared> {
  const { id } = await callService(context, await deviceOfMac(context, mainMac), {
    service: 'syncDevices',
    params: {},
  });
  return { instructionId: id };
}

/** Wait until the list of the gateway was compared, at most eight seconds. */
async function waitForComparison(written: Compared, { read }: AfterCommit): Promise<Compared> {
  const until = performance.now() + WAIT_MS;
  while (performance.now() < until) {
    await sleep(LOOK_MS);
    const [found] = await read(({ sql, tenantId }) =>
      sql.query<{ result: Partial<Compared> | null; state: string }>(
        `select c.result_json as result, c.exec_status as state from ${commandFacts} c where c.tenant_id = $1 and c.id = $2`,
        [tenantId, written.instructionId],
      ),
    );
    if (found?.result?.added !== undefined) return { ...written, ...found.result };
    if (found && ['failed', 'timeout', 'skipped', 'expired'].includes(found.state)) return written;
  }
  return written;
}

/** Minutes for which a device may begin to collect its log, and seconds until it must have replied. */
const LOG_EXPIRE_SECONDS = 900;
const LOG_TIMEOUT_SECONDS = 300;

async function collect(
  { mainMac, startTime, endTime, level }: CallInputOf<typeof collectLog>,
  context: Context,
): Promise<CallAnswer<typeof collectLog>> {
  if (startTime >= endTime) throw refuseIot.spanBackwards();
  const ms = (moment: string): number => instantIn(moment, context.zone) ?? 0;
  const params = { startTime: ms(startTime), endTime: ms(endTime), level };
  const { id } = await callService(
    context,
    await deviceOfMac(context, mainMac),
    { service: 'collectLog', params },
    { isOurs: true, timeoutSec: LOG_TIMEOUT_SECONDS, expireSec: LOG_EXPIRE_SECONDS, maxRetry: 0 },
  );
  return { instructionId: id };
}

/** Calls on gateways, at the addresses of published clients. */
export const gatewayCalls: readonly OwnCall[] = [
  implement(collectLog, { write: collect }),
  implement(syncGateways, { write: sync }),
  implement(compareLocalDevices, { write: compare, after: waitForComparison }),
];

export default behaviour<typeof filterRecord>(filterRecord, {
  calls: [implement(resetFilter, { write: reset, after: waitForResult })],
});
