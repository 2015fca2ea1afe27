import { hostname } from 'node:os';
import { type App, type PartOptions, type StandingBy, ownerOf } from '#kernel/server';
import { openStandbyDoor } from '../../gateway/standby-door.server.ts';
import { Lanes } from '../lane/lanes.server.ts';
import { applyReplies, tellTopologies } from '../../commands/dispatch/apply-replies.server.ts';
import type { BatchCommands, BatchJudge } from '../write-batch.server.ts';

/** Raises no alarms: the process that serves the devices judges their messages. */
const noJudge: BatchJudge = {
  prepare: async () => undefined,
  judge: () => ({ effects: [], states: [], gone: [], history: new Map() }),
  write: async () => [],
  stored: () => undefined,
  forget: () => undefined,
};

/**
 * Writes replies and lists of sub-devices alone: the process that serves the devices ends commands by their reports.
 */
const repliesOnly: BatchCommands = {
  concerns: ({ reply, topology }) => reply !== undefined || topology !== undefined,
  write: async (context, entries) => {
    await tellTopologies(context, entries);
    return applyReplies(context, entries);
  },
  ended: () => undefined,
};

/** Does the serving process use the same data folder? Then it writes the spool itself. */
async function sharesFolder(app: App): Promise<boolean> {
  const owner = await app.db.platform((sql) => ownerOf(sql, 'devices')).catch(() => undefined);
  return !owner || (owner.host === hostname() && owner.folder === app.dataDir);
}

/**
 * Stand by while another process serves the devices. Acknowledged entries in this machine's spool are still written to
 * the database, without raising alarms.
 */
export async function standByForDevices(app: App, options: PartOptions): Promise<StandingBy> {
  const lanes = (await sharesFolder(app))
    ? undefined
    : new Lanes(app, options.devices.spoolMax, { judge: noJudge, commands: repliesOnly });
  await lanes?.start();
  const door = await openStandbyDoor(options);
  return {
    stop: async () => {
      await Promise.all([door.stop(), lanes?.stop()]);
    },
  };
}
