// This runs as a separate process, so that functions are marked before any module of the product is loaded.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../../command/project-dir.ts';
import { countWalk, WALK_PARTS } from './count-walk.ts';
import { WALK_HEAD, walkRow } from './goals.ts';
import { walkOf } from './mark-modules.ts';
import type { Scene } from './scenes.ts';

const { startPostgres } = await import('#kernel/server/postgres/start-postgres.ts');
const { ensureWorkRole } = await import('#kernel/server/postgres/work-role.ts');
const { serve } = await import('../../../server/assemble.ts');
const { prepare } = await import('../../../server/prepare.ts');
const { scenesAt } = await import('./scenes.ts');

/**
 * Number of rounds. The first fills caches and is dropped. The shortest of the others counts, since timers of the
 * server can only add functions.
 */
const ROUNDS = 4;

async function shortestWalk(scene: Scene): Promise<string[]> {
  const walks: string[][] = [];
  for (let nth = 0; nth < ROUNDS; nth++) walks.push(await walkOf(await scene.prepare(nth)));
  return walks.slice(1).toSorted((a, b) => a.length - b.length)[0];
}

async function printWalks(base: string): Promise<void> {
  const rows: string[] = [];
  for (const scene of await scenesAt(base)) {
    const walk = await shortestWalk(scene);
    for (const [part, pattern] of Object.entries(WALK_PARTS) as [keyof typeof WALK_PARTS, RegExp][])
      rows.push(walkRow(scene.name, part, countWalk(walk.filter((file) => pattern.test(file)))));
  }
  console.log([...WALK_HEAD, ...rows].join('\n'));
}

const dataDir = join(projectDir, '.anju', 'bench-walk');
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir, { recursive: true });
const database = await startPostgres({ dataDir, say: () => {}, durable: false });
try {
  const { ownerUrl, superUrl } = database;
  const appUrl = await ensureWorkRole(ownerUrl, dataDir, null);
  process.env.ANJU_ADMIN_PASSWORD = 'admin';
  await prepare({ ownerUrl, superUrl, appUrl, dataDir, seed: 'none', say: () => {} });
  // Jobs and events do not run here, so that only functions of the call are counted.
  const server = await serve({
    ...{ appUrl, ownerUrl, dataDir, host: '127.0.0.1', port: 0, webRoot: null },
    ...{ isTested: true, isTimed: false, works: false },
    env: { ...process.env, CAPTCHA: 'off', RATE_LIMIT: '0', LOG_LEVEL: 'error', ANJU_SEED: 'none', CALL_LOG: 'off' },
  });
  try {
    await printWalks(server.address);
  } finally {
    await server.close();
  }
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
