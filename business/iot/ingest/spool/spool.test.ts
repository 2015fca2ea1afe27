import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LaneEntry } from '../entry.rules.ts';
import { Spool } from './spool.server.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anju-spool-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (ts: number): LaneEntry => ({
  tenantId: '000000',
  deviceId: '1',
  ts,
  history: { n: ts },
  latest: null,
  isWhole: true,
  quality: 0,
});

async function open(reported: string[] = []): Promise<Spool> {
  const spool = new Spool(folder, 2 ** 30, (error) => reported.push(error.message));
  await spool.open();
  return spool;
}

async function readAll(spool: Spool): Promise<number[]> {
  const found: number[] = [];
  for (let some = await spool.peek(700); some.length > 0; some = await spool.peek(700)) {
    found.push(...some.map(({ ts }) => ts));
    await spool.taken();
  }
  return found;
}

const CHILD = fileURLToPath(new URL('../../testing/spool-child.ts', import.meta.url));
/** File size limit in KiB, for `ulimit -f`. One batch of 500 entries fits, two do not. */
const LIMIT = 90;

test('after a short write of the spool every acknowledged entry is still read', { timeout: 60_000 }, async () => {
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    `ulimit -f ${LIMIT}; exec "$@"`,
    '-',
    process.execPath,
    CHILD,
    folder,
    '6',
  ]);
  const { acknowledged, errors } = JSON.parse(stdout) as { acknowledged: number[]; errors: string[] };
  expect(errors.filter((one) => one.includes('EFBIG')).length).toBeGreaterThan(0);
  expect(acknowledged.length).toBe(3000);
  const spool = await open();
  expect(await readAll(spool)).toEqual(acknowledged);
  await spool.close();
});

test('unreadable bytes are set aside and reported, and later entries are read', async () => {
  const first = await open();
  await first.append([entry(1), entry(2)]);
  await first.close();
  const [name] = readdirSync(folder);
  const torn = Buffer.from('torn by a power cut');
  appendFileSync(join(folder, name), torn);
  const second = await open();
  await second.append([entry(3)]);
  await second.close();
  const reported: string[] = [];
  const spool = await open(reported);
  expect(await readAll(spool)).toEqual([1, 2, 3]);
  await spool.close();
  expect(reported.length).toBe(1);
  const left = readdirSync(folder);
  expect(left).toEqual([name.replace('.log', '.unread')]);
  expect(readFileSync(join(folder, left[0]))).toEqual(torn);
  // No later segment gets the number of the file that was set aside.
  const last = await open();
  await last.append([entry(4)]);
  await last.close();
  expect(readdirSync(folder).map((one) => one.slice(0, 9))).toEqual(['000000001', '000000002']);
});

test('entries added to a segment after its read are stored, also if the next segment began meanwhile', async () => {
  const spool = await open();
  await spool.append([entry(1)]);
  expect((await spool.peek(10)).map(({ ts }) => ts)).toEqual([1]);
  await spool.append([entry(2)]);
  // Close the segment, as a failed append does: the next append begins another one.
  await spool.close();
  await spool.append([entry(3)]);
  await spool.taken();
  expect(await readAll(spool)).toEqual([2, 3]);
  await spool.close();
});
