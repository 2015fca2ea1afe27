import { hostname } from 'node:os';
import { type App, type PartOptions, type StandingBy, ownerOf } from '#kernel/server';
import { openStandbyDoor } from '../../gateway/standby-door.server.ts';
import { Lanes } from '../lane/lanes.server.ts';
import type { BatchJudge } from '../write-batch.server.ts';

/** Raises no alarm: the rules of these devices run at the owner. */
const noJudge: BatchJudge = {
  prepare: async () => undefined,
  judge: () => ({ effects: [], states: [], gone: [], history: new Map() }),
  write: async () => [],
  stored: () => undefined,
  forget: () => undefined,
};

/** Does the owner use the same folder of messages? */
async function sharesFolder(app: App): Promise<boolean> {
  const owner = await app.db.platform((sql) => ownerOf(sql, 'devices')).catch(() => undefined);
  return !owner || (owner.host === hostname() && owner.folder === app.dataDir);
}

/**
 * Stands by while another process serves the devices. Messages that were acknowledged here and lie on this disk still are written: values
 * and events, under no epoch, as a message that comes late.
 */
export async function standByForDevices(app: App, options: PartOptions): Promise<StandingBy> {
  const lanes = (await sharesFolder(app)) ? undefined : new Lanes(app, options.devices.spoolMax, noJudge);
  await lanes?.start();
  const door = await openStandbyDoor(options);
  return {
    stop: async () => {
      await Promise.all([door.stop(), lanes?.stop()]);
    },
  };
}
