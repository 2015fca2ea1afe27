import type { Context } from '#kernel/server';
import { deviceCommand } from './device-command.paper.ts';
import { WAITING_STATES } from './dispatch/command-states.rules.ts';
import { type CommandWord, commandText } from './dispatch/command-words.rules.ts';
import { clearDesired } from './shadow/reached.server.ts';

const MAX_AT_ONCE = 10_000;

/**
 * Cancel the commands that wait for devices, and clear their wanted values, because the devices leave their home, are
 * retired or removed. Nothing that was meant for one family reaches the next.
 */
export async function leaveCommands(context: Context, ids: readonly string[], word: CommandWord): Promise<void> {
  if (ids.length === 0) return;
  const rows = await context.find(deviceCommand, { deviceId: ids, execStatus: WAITING_STATES }, { limit: MAX_AT_ONCE });
  const reason = commandText(word);
  await context.touch(
    deviceCommand,
    rows.map(({ id }) => ({ id, execStatus: 'canceled' as const, reason, dueTime: null })),
    { where: { execStatus: WAITING_STATES } },
  );
  await clearDesired(context, ids);
}
