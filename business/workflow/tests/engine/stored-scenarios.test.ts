import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { playOn } from '../../engine/testing/player.ts';
import { StoredTrees } from '../../testing/stored-trees.ts';

const server = await openTestServer(import.meta.url);
const FOLDER = new URL('../../engine/scenarios/', import.meta.url);

/** Runs all scenarios of the engine again, with their rows in PostgreSQL between the commands. */
describe('every scenario, stored after each command', async () => {
  beforeAll(() => playOn(() => new StoredTrees(server)));
  afterAll(() => playOn(undefined));
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.test.ts')))
    // The query string makes it a new module. The file itself may already be loaded in this worker, and would register
    // no tests again.
    await import(`${new URL(file, FOLDER).href}?stored`);
});
