import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { SERVER_ENV, SERVER_FLAGS } from '../../command/server-flags.ts';
import { projectDir } from '../../command/project-dir.ts';
import { cpuMs, familyCpuMs, rssMb } from '../cpu.ts';
import { type Scene, scenesAt } from './scenes.ts';

/** Number of calls of an act in one turn; `USUAL_CALLS` for all others. */
const CALLS: Readonly<Record<string, number>> = { batchSave: 6 };
const USUAL_CALLS = 60;

const MEMORY_REPORT = join(projectDir, 'tools/bench/walk/report-memory.ts');

/** A checkout under measurement, with its server and database. */
interface Tree {
  readonly scenes: readonly Scene[];
  readonly server: number;
  readonly postmaster: number;
  nth: number;
  /** Return the memory of the server after a full garbage collection, in MB. */
  retained(): Promise<number>;
  stop(): Promise<void>;
}

/** CPU of one call, in milliseconds. */
interface CallCost {
  readonly node: number;
  readonly database: number;
}

/** Start the server of a tree with an empty company. */
async function openTree(dir: string, say: (text: string) => void): Promise<Tree> {
  const dataDir = mkdtempSync(join(tmpdir(), 'anju-turns-'));
  const database = await startPostgres({ dataDir, say: () => {} });
  const { ownerUrl, superUrl } = database;
  // The server of each tree creates its own tables and indexes, as these are compared too.
  process.env.ANJU_ADMIN_PASSWORD = 'admin';
  const child = spawn(process.execPath, [...SERVER_FLAGS, '--import', MEMORY_REPORT, join(dir, 'server/main.ts')], {
    cwd: dir,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...SERVER_ENV,
      ...{ NODE_ENV: '', PORT: '0', CAPTCHA: 'off', RATE_LIMIT: '0', LOG_LEVEL: 'error', ANJU_SEED: 'none' },
      ...{ MQTT_PORT: '0', MQTT_TLS_PORT: '0', DEVICE_HTTP_PORT: '0' },
      ...{ ANJU_DATA: dataDir, ANJU_OWNER_URL: ownerUrl, ANJU_SUPER_URL: superUrl },
    },
  });
  child.send({ webRoot: null });
  const address = await new Promise<string>((found, lost) => {
    child.on('message', (message: { ready?: string }) => message.ready && found(message.ready));
    child.once('exit', (code) => lost(new Error(`the server of ${dir} ended with ${code}`)));
  });
  say(`${dir}: ${address}`);
  return {
    scenes: await scenesAt(address),
    server: child.pid ?? 0,
    postmaster: database.pid,
    nth: 0,
    async retained() {
      const answer = new Promise<number>((found) => {
        child.on('message', (message: { retained?: number }) => message.retained && found(message.retained));
      });
      child.send({ asksMemory: true });
      return answer;
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Prepare the calls of an act, then measure the calls. Return the CPU of one. */
async function costOf(tree: Tree, scene: Scene): Promise<CallCost> {
  const calls: (() => Promise<unknown>)[] = [];
  for (let n = 0; n < (CALLS[scene.name] ?? USUAL_CALLS); n++) calls.push(await scene.prepare(tree.nth++));
  const before = { node: cpuMs(tree.server), database: familyCpuMs(tree.postmaster) };
  for (const call of calls) await call();
  return {
    node: (cpuMs(tree.server) - before.node) / calls.length,
    database: (familyCpuMs(tree.postmaster) - before.database) / calls.length,
  };
}

type Pair = readonly [base: Tree, own: Tree];

/** Measure each act on both trees; `first` is the index of the tree that comes first. */
async function playTurn(
  trees: Pair,
  first: number,
  note: (scene: string, which: 0 | 1, cost: CallCost) => void,
): Promise<void> {
  for (const [at, { name }] of trees[0].scenes.entries())
    for (const which of first ? ([1, 0] as const) : ([0, 1] as const))
      note(name, which, await costOf(trees[which], trees[which].scenes[at]));
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Measure acts of this tree and of another by turns, and print the medians and the ratio of each. */
export async function turns(base: string, pairs: number, say: (text: string) => void): Promise<void> {
  const trees = [await openTree(resolve(base), say), await openTree(projectDir, say)] as const;
  try {
    const costs = new Map<string, [CallCost[], CallCost[]]>(trees[0].scenes.map(({ name }) => [name, [[], []]]));
    // The first turn fills caches.
    await playTurn(trees, 1, () => {});
    for (let turn = 0; turn < pairs; turn++)
      await playTurn(trees, turn % 2, (name, which, cost) => costs.get(name)?.[which].push(cost));
    console.log(`| call, medians of ${pairs} turns | base Node + PostgreSQL, ms | this tree | Node × | PostgreSQL × |`);
    console.log('|---|--:|--:|--:|--:|');
    for (const [name, [old, now]] of costs) {
      const of = (all: readonly CallCost[], part: keyof CallCost): number => middle(all.map((one) => one[part]));
      const ratio = (part: keyof CallCost): string =>
        middle(now.map((one, at) => one[part] / old[at][part])).toFixed(3);
      const words = (all: readonly CallCost[]): string =>
        `${of(all, 'node').toFixed(2)} + ${of(all, 'database').toFixed(2)}`;
      console.log(`| ${name} | ${words(old)} | ${words(now)} | ${ratio('node')} | ${ratio('database')} |`);
    }
    const memory = await Promise.all(
      trees.map(async (tree) => {
        const resident = rssMb(tree.server);
        return `${resident.toFixed(0)} MB resident, ${(await tree.retained()).toFixed(1)} MB retained`;
      }),
    );
    console.log(`\nMemory: base ${memory[0]}; this tree ${memory[1]}.`);
  } finally {
    for (const tree of trees) await tree.stop();
  }
}
