import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { playOn } from '../../engine/testing/player.ts';
import { StoredTrees } from '../../testing/stored-trees.ts';

const server = await openTestServer(import.meta.url);
const FOLDER = new URL('../../engine/scenarios/', import.meta.url);

/** Every scenario of the engine once more: PostgreSQL holds its rows between any two commands. */
describe('every scenario, stored after each command', async () => {
  beforeAll(() => playOn(() => new StoredTrees(server)));
  afterAll(() => playOn(undefined));
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.test.ts')))
    // A query makes a module of its own: the file has registered its tests before where it ran in this worker.
    await import(`${new URL(file, FOLDER).href}?stored`);
});
