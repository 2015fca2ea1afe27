import { setTimeout as sleep } from 'node:timers/promises';
import { type App, type Context, productActor, systemClock, transact } from '#kernel/server';
import { riskyAttributes } from '../../commands/content/risky-attributes.server.ts';
import { OPEN_STATES } from '../../commands/dispatch/command-states.rules.ts';
import { newCommands } from '../../commands/new-commands.server.ts';
import { device } from '../../devices/device.paper.ts';

const TIMEOUT_SECONDS = 8;
const PATIENCE_MS = 40_000;
const LOOK_MS = 500;

const within = async <T>(app: App, tenantId: string, work: (context: Context) => Promise<T>): Promise<T> => {
  const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
  return transact(app, productActor(app, tenancy, 'verify'), (tx) => work(tx.context));
};

/** Send a command to each device whose model has a property to set: its least value. Return the ids of the commands. */
export const sendToAll = (app: App, tenantId: string, deviceIds: readonly string[]): Promise<string[]> =>
  within(app, tenantId, async (context) => {
    const made: string[] = [];
    const devices = await context.find(device, { id: deviceIds }, { limit: deviceIds.length });
    for (const [modelId, some] of Map.groupBy(devices, (row) => row.modelId)) {
      const attributes = await riskyAttributes(context, modelId);
      const settable = attributes.find(
        ({ accessMode, specs, risk }) => accessMode === 'rw' && risk !== 'high' && specs?.min !== undefined,
      );
      if (!settable) continue;
      const commands = await newCommands(context, some, {
        content: { set: { [settable.identifier]: Number(settable.specs?.min) } },
        attributes,
        riskLevel: 'low',
        source: 'product',
        timeoutSec: TIMEOUT_SECONDS,
        maxRetry: 0,
      });
      made.push(...commands.map(({ id }) => id));
    }
    return made;
  });

/** Wait until commands have ended. Return the number of those that are still open, and of successful ones. */
export async function endOfAll(
  app: App,
  tenantId: string,
  ids: readonly string[],
): Promise<{ readonly open: number; readonly success: number }> {
  const until = systemClock.ms() + PATIENCE_MS;
  for (;;) {
    const [found] = await within(app, tenantId, (context) =>
      context.sql.query<{ open: number; success: number }>(
        `select count(*) filter (where exec_status = any($3::text[]))::int as open, count(*) filter (where exec_status = 'success')::int as success
         from iot_instruction_task_device where tenant_id = $1 and id = any($2::bigint[])`,
        [tenantId, ids, OPEN_STATES],
      ),
    );
    if (found.open === 0 || systemClock.ms() > until) return found;
    await sleep(LOOK_MS);
  }
}
