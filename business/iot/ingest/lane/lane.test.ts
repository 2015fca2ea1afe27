import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LaneEntry } from '../entry.rules.ts';
import { Lane } from './lane.server.ts';
import { Spool } from '../spool/spool.server.ts';

const AWAY = new Error('away');
const WRONG = Object.assign(new Error('wrong'), { code: '22021' });
let folder = '';
const stored: LaneEntry[] = [];
const refused: LaneEntry[] = [];
let isAway = false;
let hangs: Promise<void> | null = null;
let failure: Error = AWAY;

const entry = (ts: number, tenantId = '000000'): LaneEntry => ({
  tenantId,
  deviceId: '1',
  ts,
  history: { n: ts },
  latest: { n: ts },
  isWhole: true,
  quality: 0,
});

async function open(most = 2 ** 30): Promise<Lane> {
  const spool = new Spool(folder, most);
  await spool.open();
  const lane = new Lane({
    spool,
    write: async (_, entries) => {
      await hangs;
      if (isAway) throw failure;
      if (entries.some((one) => one.ts === 13)) throw WRONG;
      stored.push(...entries);
    },
    isAway: (error) => error === AWAY,
    refuse: async (one) => {
      refused.push(one);
    },
    report: () => undefined,
  });
  lane.start();
  return lane;
}

const push = (lane: Lane, one: LaneEntry): Promise<boolean> => new Promise((done) => lane.push({ entry: one, done }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anju-lane-'));
  stored.length = 0;
  refused.length = 0;
  isAway = false;
  hangs = null;
  failure = AWAY;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('bisection isolates an entry that cannot be stored; all others are stored', async () => {
  const lane = await open();
  const all = await Promise.all(Array.from({ length: 40 }, (_, at) => push(lane, entry(at))));
  expect(all.every(Boolean)).toBe(true);
  expect([stored.length, refused.map(({ ts }) => ts)]).toEqual([39, [13]]);
  await lane.stop();
});

test('during an outage messages are acknowledged from disk after two seconds and later stored in order', async () => {
  const lane = await open();
  isAway = true;
  let promised = 0;
  const waiting = Array.from({ length: 20 }, (_, at) =>
    push(lane, entry(100 + at)).then((isSafe) => {
      if (isSafe) promised += 1;
    }),
  );
  await sleep(1500);
  expect(promised).toBe(0);
  await Promise.all(waiting);
  expect([promised, stored.length, lane.facts.spooled]).toEqual([20, 0, 20]);
  // An entry that arrives while the spool has entries goes to the spool too.
  expect(await push(lane, entry(200))).toBe(true);
  isAway = false;
  await expect.poll(() => lane.facts.spooled, { timeout: 10_000 }).toBe(0);
  await expect.poll(() => stored.length).toBe(21);
  expect(stored.map(({ ts }) => ts)).toEqual([...Array.from({ length: 20 }, (_, at) => 100 + at), 200]);
  expect(await push(lane, entry(300))).toBe(true);
  await expect.poll(() => stored.at(-1)?.ts).toBe(300);
  await lane.stop();
  expect(readdirSync(folder)).toEqual([]);
});

test('the next process stores the spool of an earlier one, except a torn tail', async () => {
  const first = new Spool(folder, 2 ** 30);
  await first.open();
  await first.append([entry(1), entry(2, '100001'), entry(3)]);
  await first.close();
  const [file] = readdirSync(folder);
  truncateSync(join(folder, file), 200);
  const lane = await open();
  await expect.poll(() => lane.facts.spooled).toBe(0);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.map(({ ts }) => ts)).toEqual([1, 2].slice(0, stored.length));
  await lane.stop();
});

test('a full disk acknowledges nothing until it has room again', async () => {
  const lane = await open(100);
  isAway = true;
  let answer: boolean | undefined;
  void push(lane, entry(1)).then((isSafe) => {
    answer = isSafe;
  });
  await sleep(2600);
  expect(answer).toBeUndefined();
  isAway = false;
  await expect.poll(() => answer, { timeout: 10_000 }).toBe(true);
  await lane.stop();
});

test.each(['57014', '40P01', '40001', '55P03', '53100', '53200', '25P03', 'XX000', '08006', 'ENOSPC', undefined])(
  'a batch that fails with %s refuses nothing: it waits and is stored',
  async (code) => {
    const lane = await open();
    failure = Object.assign(new Error('not now'), { code });
    isAway = true;
    const waiting = Promise.all(Array.from({ length: 5 }, (_, at) => push(lane, entry(100 + at))));
    await expect.poll(() => lane.facts.isAway).toBe(true);
    isAway = false;
    expect(await waiting).toEqual([true, true, true, true, true]);
    expect([stored.map(({ ts }) => ts), refused]).toEqual([[100, 101, 102, 103, 104], []]);
    await lane.stop();
  },
);

test('a hanging write delays senders two seconds at most; entries go to disk and are stored in order', async () => {
  const lane = await open();
  const hung = Promise.withResolvers<void>();
  hangs = hung.promise;
  const first = [push(lane, entry(1)), push(lane, entry(2))];
  await expect.poll(() => lane.facts.queue).toBe(2);
  expect(await Promise.all(first)).toEqual([true, true]);
  expect(await push(lane, entry(3))).toBe(true);
  expect([stored, lane.facts.spooled, lane.facts.isAway]).toEqual([[], 3, true]);
  hangs = null;
  hung.resolve();
  await expect.poll(() => stored.map(({ ts }) => ts)).toEqual([1, 2, 3]);
  await expect.poll(() => [lane.facts.spooled, lane.facts.queue, lane.facts.isAway]).toEqual([0, 0, false]);
  expect(await push(lane, entry(4))).toBe(true);
  await lane.stop();
  expect(readdirSync(folder)).toEqual([]);
});

test('a write that hangs and then fails is repeated before later entries', async () => {
  const lane = await open();
  const hung = Promise.withResolvers<void>();
  hangs = hung.promise;
  expect(await push(lane, entry(1))).toBe(true);
  expect(await push(lane, entry(2))).toBe(true);
  hangs = null;
  hung.reject(AWAY);
  await expect.poll(() => stored.map(({ ts }) => ts)).toEqual([1, 2]);
  await lane.stop();
});
