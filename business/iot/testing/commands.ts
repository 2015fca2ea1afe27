import { expect } from 'vitest';
import type { TestServer } from '#kernel/testing/test-server.ts';
import { riskyAttributes } from '../commands/content/risky-attributes.server.ts';
import type { CommandContent } from '../commands/content/command-content.rules.ts';
import { type NewCommand, newCommands } from '../commands/new-commands.server.ts';
import { device } from '../devices/device.paper.ts';
import { devicesPartOf } from './devices.ts';

/** Attributes of a model for tests of commands: a value to set, one to read, a harmless service, a dangerous one. */
export const commandAttributes = [
  { identifier: 'temp' },
  { identifier: 'setTemp', accessMode: 'rw', specs: { min: 10, max: 60, step: 0.5 } },
  { identifier: 'fan', accessMode: 'rw', dataType: 'int', specs: { min: 0, max: 5 } },
  ...[
    { identifier: 'resetFault', risk: 'low' },
    { identifier: 'reboot', risk: 'high' },
  ].map((one) => ({ ...one, attrType: 'service', dataType: undefined, unit: undefined, specs: undefined })),
] as const;

/** State of a command as stored. */
export interface StoredCommand {
  readonly id: string;
  readonly execStatus: string;
  readonly attempt: number;
  readonly reason: string | null;
  readonly resultCode: number | null;
  readonly late: boolean | null;
}

/** Create a command as the product, without the checks of a person. */
export const createCommand = (
  server: TestServer,
  deviceId: string,
  content: CommandContent,
  more: Partial<NewCommand> = {},
): Promise<string> =>
  server.work('as_iot', async (context) => {
    const row = await context.get(device, deviceId);
    const [made] = await newCommands(context, [row], {
      content,
      attributes: await riskyAttributes(context, row.modelId),
      riskLevel: 'low',
      source: 'product',
      ...more,
    });
    return made.id;
  });

export async function storedCommand(server: TestServer, id: string): Promise<StoredCommand> {
  const [row] = await server.tables<StoredCommand>(
    `select id::text as id, exec_status as "execStatus", attempt, reason, result_code as "resultCode", late
     from iot_instruction_task_device where id = $1`,
    [id],
  );
  return row;
}

/** Wait until a command is in a state, and return it. Meanwhile the dispatcher acts again and again. */
export async function untilState(server: TestServer, id: string, state: string): Promise<StoredCommand> {
  await expect
    .poll(
      async () => {
        await devicesPartOf(server).commands.settle();
        return (await storedCommand(server, id)).execStatus;
      },
      { timeout: 15_000 },
    )
    .toBe(state);
  return storedCommand(server, id);
}

/** Move the clock to the next moment at which a command is due, and let the dispatcher act. */
export async function toDue(server: TestServer, id: string): Promise<void> {
  const [{ due }] = await server.tables<{ due: number }>(
    'select (extract(epoch from due_time) * 1000)::float8 as due from iot_instruction_task_device where id = $1',
    [id],
  );
  server.clock.set(Math.max(server.clock.ms(), due));
  await devicesPartOf(server).commands.settle();
}
