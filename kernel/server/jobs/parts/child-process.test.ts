import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SupervisedProcess } from './child-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'anju-child-'));
let child: SupervisedProcess;
afterEach(async () => {
  await child.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a process that had started restarts within a second, however often it is killed', async () => {
  const path = join(folder, 'works.mjs');
  writeFileSync(path, "process.send('running'); setInterval(() => {}, 1000);");
  let started = 0;
  child = new SupervisedProcess(path, process.env, () => (started += 1));
  child.start();
  for (let n = 1; n <= 5; n += 1) {
    await expect.poll(() => started, { timeout: 4000 }).toBe(n);
    process.kill(child.pid!, 'SIGKILL');
    await expect.poll(() => child.pid).toBeUndefined();
  }
}, 40_000);
